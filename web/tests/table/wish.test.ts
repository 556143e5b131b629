import { expect, test } from "vitest";
import { firstWish, isNew, mostStake, quickStakes } from "../../src/table/predictions/wish";

const MINE = { seat: 1, chips: 30, chance: 60, paid: null };

test.each([
  [2, 50],
  [3, 33],
  [4, 25],
  [12, 8],
])("among %i players a chance begins at one in so many", (players, chance) => {
  expect(firstWish({ purse: 100, mine: null }, players)).toEqual({ seat: null, chips: 10, chance });
});

test("what I have predicted is where I go on", () => {
  expect(firstWish({ purse: 70, mine: MINE }, 4)).toEqual({ seat: 1, chips: 30, chance: 60 });
});

test("a small purse begins with what is in it", () => {
  expect(firstWish({ purse: 4, mine: null }, 4).chips).toBe(4);
});

test("what I have staked can be staked anew, and never more than a hundred", () => {
  expect(mostStake({ purse: 5, mine: MINE })).toBe(35);
  expect(mostStake({ purse: 500, mine: null })).toBe(100);
  expect(mostStake({ purse: null, mine: null })).toBe(0);
});

test("quick stakes are those that the purse allows", () => {
  expect(quickStakes(100)).toEqual([5, 10, 25, 50, 100]);
  expect(quickStakes(30)).toEqual([5, 10, 25]);
  expect(quickStakes(4)).toEqual([]);
});

test("only what differs from my prediction can be sent", () => {
  expect(isNew({ seat: 1, chips: 30, chance: 60 }, { mine: MINE })).toBe(false);
  expect(isNew({ seat: 2, chips: 30, chance: 60 }, { mine: MINE })).toBe(true);
  expect(isNew({ seat: 1, chips: 30, chance: 61 }, { mine: MINE })).toBe(true);
  expect(isNew({ seat: 1, chips: 30, chance: 60 }, { mine: null })).toBe(true);
});
