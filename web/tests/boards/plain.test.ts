import { describe, expect, test } from "vitest";
import { columns, facts, groups, lastThrow, phaseOf, readable, score } from "../../src/boards/plain/facts";
import type { Told } from "../../src/state/fold";
import { hurried, story } from "./story";

const PIG = { scores: [7, 0, 12], left: [1], phase: { type: "deciding", seat: 2, turn: 9 } };

describe("what belongs to each player", () => {
  test("an array with one entry for each seat is a column", () => {
    expect(columns(PIG, 3)).toEqual([{ name: "scores", values: [7, 0, 12] }]);
  });

  test("an array of another length is none", () => {
    expect(columns({ dice: [1, 2, 3] }, 4)).toEqual([]);
  });

  test("those who have left are a list of seats, even when there are as many as seats", () => {
    expect(columns({ left: [2, 0, 1] }, 3)).toEqual([]);
  });

  test("entries of several values are several columns, without what cannot be shown", () => {
    const board = { hands: [{ cards: 2, bid: null, held: [1] }, { cards: 5, bid: 3, held: [] }] };
    expect(columns(board, 2)).toEqual([
      { name: "cards", values: [2, 5] },
      { name: "bid", values: [null, 3] },
    ]);
  });
});

describe("the number beside a face", () => {
  test("it is the score", () => {
    expect(score({ tokens: [1, 1], scores: [3, 4] }, 2)?.values).toEqual([3, 4]);
  });

  test("without scores it is the first number that everybody has", () => {
    expect(score({ cards: [true, false], health: [10, 8] }, 2)?.name).toBe("health");
  });

  test("a game that counts nothing has none", () => {
    expect(score({ phase: { type: "opening" } }, 2)).toBeUndefined();
  });
});

describe("what belongs to nobody", () => {
  test("values of the board come first, then those of the phase, seats marked as such", () => {
    expect(facts({ round: 2, ...PIG }, 3)).toEqual([
      { name: "round", values: [2], seats: false },
      { name: "left", values: [1], seats: true },
      { name: "seat", values: [2], seats: true },
      { name: "turn", values: [9], seats: false },
    ]);
  });

  test("what is not there, empty or deep is left out", () => {
    expect(facts({ last: null, left: [], deck: [[1], [2]], phase: { type: "done" } }, 3)).toEqual([]);
  });

  test("the phase is named by its type", () => {
    expect([phaseOf(PIG), phaseOf({ round: 1 })]).toEqual(["deciding", undefined]);
  });
});

describe("the dice of the last throw", () => {
  const thrown = ({ event }: Told) => ["threw", "dealt"].includes(event.type);
  test("they are what the last event that has any says", () => {
    expect(lastThrow(story({ type: "threw", face: 2 }, { type: "threw", faces: [3, 5] }, { type: "banked", points: 8 }), thrown)).toEqual({
      id: 2,
      faces: [3, 5],
    });
  });

  test("what is not thrown is no die", () => {
    expect(lastThrow(story({ type: "picked", number: 4 }, { type: "shown", dice: [1, 2] }), thrown)).toBeUndefined();
    expect(lastThrow(story({ type: "threw", number: 13 }), thrown)?.faces).toEqual([13]);
  });

  test("no dice is no dice", () => {
    expect(lastThrow(story({ type: "dealt", dice: [] }, { type: "victory", seat: 0 }), thrown)).toBeUndefined();
  });

  test("none of several changes that come in one go is lost, and none of the game before is kept", () => {
    expect(lastThrow(hurried([{ type: "threw", face: 2 }], [{ type: "threw", face: 4 }], [{ type: "held" }]), thrown)?.faces).toEqual([4]);
    expect(lastThrow(story({ type: "threw", face: 2 }, { type: "game_started", number: 2 }), thrown)).toBeUndefined();
  });
});

describe("the moves", () => {
  test("they are grouped by type, each in its order", () => {
    const [hold, two, three] = [{ type: "hold" }, { type: "bid", sum: 2 }, { type: "bid", sum: 3 }];
    expect(groups([two, hold, three])).toEqual([
      { type: "bid", moves: [two, three] },
      { type: "hold", moves: [hold] },
    ]);
  });

  test("names of the rules are made readable", () => {
    expect(readable("sips_in_pot")).toBe("Sips in pot");
  });
});
