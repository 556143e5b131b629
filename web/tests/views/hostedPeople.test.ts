import { expect, test } from "vitest";
import { hostedPeople } from "../../src/views/tournament/people";
import { shown } from "../state/cups";

const told = (view: Parameters<typeof hostedPeople>[0]) => hostedPeople(view).map(({ who, state, isSecond }) => `${who} ${state}${isSecond ? ", second" : ""}`);

test("a host finds everyone again, also those who were removed before the start and a second who does not play", () => {
  const view = shown({ ann: "in", ben: "away", cleo: "removed" }, { barred: ["dora", "bot:Fox"], second: "eve" });
  expect(told(view)).toEqual(["ann in", "ben away", "cleo removed", "dora removed", "eve away, second"]);
  expect(told({ ...view, barred: [], second: "ann" })).toEqual(["ann in, second", "ben away", "cleo removed"]);
});
