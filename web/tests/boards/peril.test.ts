import { describe, expect, test } from "vitest";
import type { PerilBoard } from "#protocol";
import { elimination, hurt, lastThrow, numbersOf, owed, perilOf, toggled } from "../../src/boards/peril/round";
import { hurried, story } from "./story";

const picking = (...queue: number[]): PerilBoard["phase"] => ({
  type: "picking",
  peril: 1,
  board: [null, 1, null, null, 1, null],
  queue,
});

describe("a round", () => {
  test("I owe as many numbers as I stand at the front of the queue", () => {
    expect(owed(picking(1, 1, 0, 0), 1)).toBe(2);
    expect(owed(picking(0, 0), 0)).toBe(2);
  });

  test("nothing is owed before my turn, by spectators, or when the die is in someone's hand", () => {
    expect(owed(picking(1, 1, 0, 0), 0)).toBe(0);
    expect(owed(picking(1, 1), null)).toBe(0);
    expect(owed({ type: "rolling", peril: 1, board: [] }, 1)).toBe(0);
  });

  test("someone is in peril and numbers are on the table only while a round is on", () => {
    expect([perilOf(picking(0)), numbersOf(picking(0)).length]).toEqual([1, 6]);
    expect([perilOf({ type: "succession" }), numbersOf({ type: "succession" })]).toEqual([null, []]);
  });
});

describe("marking numbers", () => {
  test("a second press takes the mark away", () => {
    expect(toggled([4, 9], 4, 3)).toEqual([9]);
  });

  test("beyond what is owed the oldest mark makes room", () => {
    expect(toggled([4], 9, 1)).toEqual([9]);
    expect(toggled([4, 9], 2, 2)).toEqual([9, 2]);
  });
});

describe("what has just happened", () => {
  const events = [
    { type: "threw", seat: 2, number: 11 },
    { type: "no_shield", seat: 2, lives: 0 },
    { type: "eliminated", seat: 2, remaining: 3 },
  ] as const;

  test("it is found who was hurt", () => {
    expect([hurt(events, 2), hurt(events, 1)]).toEqual([true, false]);
    expect([elimination(events, 2), elimination(events, 0)]).toEqual([events[2], undefined]);
  });
});

describe("the last throw", () => {
  const started = { type: "game_started", game: "peril", seats: [] };
  const round = (die: number) => ({ type: "in_peril", seat: 1, lives: 2, die, picks: 2 });
  const threw = (number: number) => ({ type: "threw", seat: 1, number });

  test("is that of the last of all changes that came in one go", () => {
    const told = hurried([started, round(20)], [threw(12), round(12)], [threw(3), round(6)], [{ type: "picked", seat: 0, number: 1 }]);
    expect(lastThrow(told)).toEqual({ id: 5, number: 3, sides: 12 });
  });

  test("was made with the smallest die that has the number where the round was not heard to begin", () => {
    expect(lastThrow(story(threw(13), round(6)))).toEqual({ id: 1, number: 13, sides: 20 });
  });

  test("belongs to this game", () => {
    expect(lastThrow(story(round(6), threw(3), started, round(6)))).toBeNull();
  });
});
