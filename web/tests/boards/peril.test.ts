import { describe, expect, test } from "vitest";
import type { PerilBoard } from "#protocol";
import { dieFor, elimination, hurt, lastThrow, numbersOf, owed, perilOf, toggled } from "../../src/boards/peril/round";

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

  test("nothing is owed before my turn, by spectators, or when the die is in somebody's hand", () => {
    expect(owed(picking(1, 1, 0, 0), 0)).toBe(0);
    expect(owed(picking(1, 1), null)).toBe(0);
    expect(owed({ type: "rolling", peril: 1, board: [] }, 1)).toBe(0);
  });

  test("somebody is in peril and numbers are on the table only while a round is on", () => {
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

  test("the throw is found, and who was hurt by it", () => {
    expect(lastThrow(events)?.number).toBe(11);
    expect([hurt(events, 2), hurt(events, 1)]).toEqual([true, false]);
    expect([elimination(events, 2), elimination(events, 0)]).toEqual([events[2], undefined]);
  });

  test("the die of a throw is the one that lay there, or the smallest that has the number", () => {
    expect([dieFor(5, 20), dieFor(5, null), dieFor(13, null), dieFor(13, 6)]).toEqual([20, 6, 20, 20]);
  });
});
