import type { MindrollBoard } from "#protocol";
import { describe, expect, test } from "vitest";
import { evenRows, holders, isDealt, lastReveal, questionOf, rungs, standingCall } from "../../src/boards/mindroll/round";
import { hurried, story } from "./story";

const board = (phase: MindrollBoard["phase"], rest: Partial<MindrollBoard> = {}): MindrollBoard => ({
  scores: [0, 0, 0],
  left: [],
  played: 0,
  last: null,
  phase,
  change: [0, 0, 0],
  least: 10,
  most: 18,
  ...rest,
});
const answering = { type: "answering", starter: 0, call: 11, caller: 2, turn: 1 } as const;

describe("A round of MindRoll", () => {
  test("has a ladder from the least call to the most", () => {
    expect(rungs(board(answering, { least: 7, most: 12 }))).toEqual([7, 8, 9, 10, 11, 12]);
  });

  test("stands in rows of about one length", () => {
    expect(evenRows(12, 12)).toBe(12);
    expect(evenRows(15, 12)).toBe(8);
    expect(evenRows(9, 6)).toBe(5);
  });

  test("knows the call that stands, and that there is none before the first", () => {
    expect(standingCall(board(answering))).toEqual({ total: 11, caller: 2 });
    expect(standingCall(board({ type: "opening", starter: 0 }))).toBeNull();
  });

  test("gives a die to everybody who has not left, while it runs", () => {
    expect(holders(board(answering, { left: [1] }))).toEqual([0, 2]);
    expect(isDealt(board(answering))).toBe(true);
    expect(isDealt(board({ type: "dealing" }))).toBe(false);
  });

  test("asks another question when the call is another one", () => {
    expect(questionOf(board(answering))).toBe(questionOf(board({ ...answering })));
    expect(questionOf(board(answering))).not.toBe(questionOf(board({ ...answering, call: 12 })));
  });
});

describe("The last reveal", () => {
  const verdict = { type: "verdict", winner: 2, loser: 1, reason: "sum", call: 11, total: 13, too_high: false } as const;
  const events = [
    { type: "revealed", seat: 1, caller: 2, call: 11 },
    { type: "shown", seat: 1, number: 2, colour: "black" },
    { type: "shown", seat: 2, number: 5, colour: "yellow" },
    verdict,
    { type: "gained", seat: 2, score: 1 },
  ];

  const dealt = { type: "dealt", round: 2, least: 10, most: 18 };
  const called = { type: "called", seat: 0, total: 10 };

  test("has all the dice and the verdict", () => {
    const reveal = lastReveal(story(...events));
    expect(reveal).toMatchObject({ id: 1, revealer: 1, caller: 2, verdict });
    expect(reveal?.dice.map((die) => die.seat)).toEqual([1, 2]);
  });

  test("stays through the next deal, until someone calls", () => {
    expect(lastReveal(story(...events, dealt))?.verdict).toEqual(verdict);
    expect(lastReveal(story(...events, dealt, called))).toBeNull();
  });

  test("is the last one of all changes that came in one go", () => {
    const again = [{ type: "revealed", seat: 0, caller: 1, call: 12 }, { type: "shown", seat: 0, number: 6, colour: "red" }];
    const reveal = lastReveal(hurried(events, [dealt], [called], again, [dealt]));
    expect(reveal).toMatchObject({ id: 8, revealer: 0, caller: 1, verdict: null });
    expect(reveal?.dice).toEqual([again[1]]);
  });

  test("is not shown in part, nor in the next game", () => {
    expect(lastReveal(story(...events.slice(2)))).toBeNull();
    expect(lastReveal(story(...events, { type: "game_started" }, dealt))).toBeNull();
  });
});
