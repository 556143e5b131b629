import { expect, test } from "vitest";
import { onlyTable } from "../../src/state/television";
import { round, shown, table } from "./cups";

const final = (status: "soon" | "waiting" | "playing" | "ended") => shown({}, { rounds: [round(1, [table("final", status, ["ann"])])] });

test("the one table of a round is shown from when it is open until its game is over", () => {
  expect(onlyTable(final("soon"))).toBeUndefined();
  expect(onlyTable(final("waiting"))?.code).toBe("final");
  expect(onlyTable(final("playing"))?.code).toBe("final");
  expect(onlyTable(final("ended"))).toBeUndefined();
});

test("of several tables none is shown before the others, and none that nobody may watch", () => {
  const tables = [table("a", "playing", ["ann"]), table("b", "playing", ["ben"])];
  expect(onlyTable(shown({}, { rounds: [round(1, tables)] }))).toBeUndefined();
  expect(onlyTable(shown({}))).toBeUndefined();
  const one = final("playing");
  expect(onlyTable({ ...one, setting: { ...one.setting, duplicate: true } })).toBeUndefined();
});
