import { expect, test } from "vitest";
import { expandMoves } from "../../src/state/moves";

test("a run of numbers is every number, both ends included", () => {
  expect(expandMoves([{ type: "call", total: "16..18" }])).toEqual([
    { type: "call", total: 16 },
    { type: "call", total: 17 },
    { type: "call", total: 18 },
  ]);
});

test("any of three is every set of one or more dice, smaller sets first", () => {
  const dice = expandMoves([{ type: "reroll", dice: "any of 3" }]).map((move) => move["dice"]);
  expect(dice).toEqual([[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]);
});

test("any of six are sixty-three", () => {
  expect(expandMoves([{ type: "reroll", dice: "any of 6" }])).toHaveLength(63);
});

test("what is not folded stays as it is, and in its place", () => {
  const lines = [{ type: "keep" }, { type: "reroll", dice: "any of 2" }, { type: "award", to: 1, sips: null }];
  expect(expandMoves(lines).map((move) => move.type)).toEqual(["keep", "reroll", "reroll", "reroll", "award"]);
});
