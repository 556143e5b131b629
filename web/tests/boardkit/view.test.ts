import { expect, test } from "vitest";
import type { PublicTable } from "#protocol";
import { marks, phaseOf, playersOf, teamOf } from "../../src/boardkit/view";
import type { TableOnScreen } from "../../src/state/telling";

test("a mark is the first letter where that is enough", () => {
  expect(marks(["Fox", "Otter", "Wren"])).toEqual(["F", "O", "W"]);
});

test("names that begin alike get a second letter, and names that are alike a number", () => {
  expect(marks(["Ann", "Abe", "Ann"])).toEqual(["A", "AB", "AN"]);
  expect(marks(["A", "A", "A"])).toEqual(["A", "A1", "A2"]);
});

test("no two people have the same mark, whatever they are called", () => {
  const names = ["!!", "Ann", "ANN", "ann", "Änne", "李", "李", "2", "💀💀", "  x"];
  expect(new Set(marks(names)).size).toBe(names.length);
});

const ended = { type: "over", places: [1, 2], scores: [3, 1] } as const;
const shown = (fields: object) => ({ shown: { game: "peril", setting: { game: "peril" }, waiting: null, ...fields } as unknown as PublicTable });

test("a game that is over is looked at until the table is set for another one", () => {
  expect(phaseOf(shown({}))).toBe("lobby");
  expect(phaseOf(shown({ waiting: { type: "ask", due: [] } }))).toBe("playing");
  expect(phaseOf(shown({ waiting: ended }))).toBe("over");
  expect(phaseOf(shown({ waiting: ended, setting: { game: "bluff" } }))).toBe("lobby");
});

test("players of whom nothing has changed stay the same objects", () => {
  const at = (due: readonly number[]) =>
    ({
      people: { ann: "Ann", ben: "Ben" },
      won: {},
      absent: [],
      telling: false,
      shown: { players: ["ann", "ben"], left: [], handed: [], waiting: { type: "ask", due: due.map((seat) => [seat, null, 0]) } },
    }) as unknown as TableOnScreen;
  const before = playersOf(at([0]), null, "?");
  expect(playersOf(at([0]), null, "?", before)[0]).toBe(before[0]);
  const after = playersOf(at([1]), null, "?", before);
  expect(after.map((player) => player.due)).toEqual([false, true]);
});

const OWLS = { label: "Owls", colour: "blue", pattern: "dots" } as const;

test("a badge is that of whoever wears it, and halls of an older make know of none", () => {
  expect(teamOf({ teams: [["ann", OWLS]] }, "ann")).toBe(OWLS);
  expect(teamOf({ teams: [["ann", OWLS]] }, "ben")).toBeNull();
  expect(teamOf({}, "ann")).toBeNull();
});

test("a player who takes a badge off is drawn anew, and nobody else", () => {
  const wearing = (...teams: readonly [string, typeof OWLS][]) =>
    ({ people: {}, won: {}, absent: [], telling: false, shown: { players: ["ann", "ben"], left: [], handed: [], waiting: null, teams } }) as unknown as TableOnScreen;
  const before = playersOf(wearing(["ann", OWLS], ["ben", OWLS]), null, "?");
  const after = playersOf(wearing(["ben", OWLS]), null, "?", before);
  expect(after.map(({ team }) => team)).toEqual([null, OWLS]);
  expect(after[1]).toBe(before[1]);
});
