import { expect, test } from "vitest";
import { openTo } from "../../src/parts/people/hosted";

const shown = {
  host: "me",
  waiting: null,
  seated: [{ who: "me" }],
  invited: [] as string[],
  kicked: [] as string[],
  setting: { seats: 3 },
};
const at = (changes: object) => [{ code: "kiro", gone: null, shown: { ...shown, ...changes } }] as never;

test("my own lobby is open to someone, and so is a table between two games", () => {
  expect(openTo("ben", at({}), "me")).toEqual(["kiro"]);
  expect(openTo("ben", at({ waiting: { type: "over" } }), "me")).toEqual(["kiro"]);
});

test.each([
  ["someone else hosts it", { host: "cleo" }],
  ["a game runs", { waiting: { type: "ask" } }],
  ["it is full", { setting: { seats: 1 } }],
  ["its last seat is kept for someone else", { invited: ["dan"], setting: { seats: 2 } }],
  ["they sit there", { seated: [{ who: "ben" }] }],
  ["they are invited", { invited: ["ben"] }],
  ["they were asked to leave", { kicked: ["ben"] }],
])("a table is not where %s", (_, changes) => {
  expect(openTo("ben", at(changes), "me")).toEqual([]);
});

test("without a name, and at a table that is gone, there is nothing", () => {
  expect(openTo("ben", at({ host: null }), undefined)).toEqual([]);
  expect(openTo("ben", [{ code: "kiro", gone: "closed", shown }] as never, "me")).toEqual([]);
});
