import type { MindrollBoard } from "#protocol";
import { describe, expect, test } from "vitest";
import {
  around,
  before,
  checksOf,
  ending,
  holders,
  inOrder,
  isDealt,
  lastReveal,
  leaders,
  openDice,
  questionOf,
  roundOf,
  rungs,
  standingCall,
  sumOf,
} from "../../src/boards/mindroll/round";
import type { AnyEvent } from "../../src/state/fold";
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
const answering = { type: "answering", starter: 0, call: 11, caller: 2, turn: 1, calls: [{ seat: 2, total: 11 }] } as const;

describe("A round of MindRoll", () => {
  test("has a ladder from the least call to the most", () => {
    expect(rungs(board(answering, { least: 7, most: 12 }))).toEqual([7, 8, 9, 10, 11, 12]);
  });

  test("shows as much of the ladder as there is room for, around the chosen rung", () => {
    const ladder = [7, 8, 9, 10, 11, 12];
    expect(around(ladder, 9, 3)).toEqual([8, 9, 10]);
    expect(around(ladder, 7, 3)).toEqual([7, 8, 9]);
    expect(around(ladder, 12, 5)).toEqual([8, 9, 10, 11, 12]);
    expect(around(ladder, 9, 20)).toEqual(ladder);
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

  test("keeps its number until the next one is dealt", () => {
    expect(roundOf(board(answering, { played: 2 }))).toBe(3);
    expect(roundOf(board({ type: "dealing" }, { played: 3 }))).toBe(3);
    expect(roundOf(board({ type: "starting" }, { played: 3 }))).toBe(4);
  });

  test("asks another question when the call is another one", () => {
    expect(questionOf(board(answering))).toBe(questionOf(board({ ...answering })));
    expect(questionOf(board(answering))).not.toBe(questionOf(board({ ...answering, call: 12 })));
  });

  test("is led by those with the most points, and by nobody while all have the same", () => {
    expect(leaders(board(answering))).toEqual([]);
    expect(leaders(board(answering, { scores: [2, -1, 2] }))).toEqual([0, 2]);
    expect(leaders(board(answering, { scores: [2, -1, 3], left: [2] }))).toEqual([0]);
  });

  test("goes round the table where it goes by seats", () => {
    expect(before(board(answering), 1, 0)).toEqual([1, 2]);
    expect(before(board(answering, { left: [2] }), 1, 0)).toEqual([1]);
  });
});

describe("The last reveal", () => {
  const verdict = { type: "verdict", winner: 2, loser: 1, reason: "sum", call: 11, total: 13, too_high: false } as const;
  const shown = [
    { type: "shown", seat: 0, number: 6, colour: "red" },
    { type: "shown", seat: 1, number: 2, colour: "black" },
    { type: "shown", seat: 2, number: 5, colour: "yellow" },
  ] as const;
  const revealed = { type: "revealed", seat: 1, caller: 2, call: 11 };
  const events = [revealed, ...shown, verdict, { type: "gained", seat: 2, score: 1 }];

  const dealt = { type: "dealt", round: 2, least: 10, most: 18 };
  const called = { type: "called", seat: 0, total: 10 };

  test("has all the dice and the verdict", () => {
    const reveal = lastReveal(story(...events));
    expect(reveal).toMatchObject({ revealer: 1, caller: 2, call: 11, verdict });
    expect(reveal?.dice.map((die) => die.seat)).toEqual([0, 1, 2]);
  });

  test("has the dice that are being turned before the story tells of them, and once only", () => {
    const told = shown as unknown as readonly AnyEvent[];
    expect(lastReveal(story(revealed), told)?.dice).toEqual(shown);
    expect(lastReveal(story(revealed, ...shown), told)?.dice).toEqual(shown);
    expect(lastReveal(story(called), told)).toBeNull();
  });

  test("stays until the next deal", () => {
    expect(lastReveal(story(...events, { type: "lost", seat: 1, score: -1 }))?.verdict).toEqual(verdict);
    expect(lastReveal(story(...events, dealt))).toBeNull();
    expect(lastReveal(story(revealed, { type: "left", seat: 0 }, { type: "voided", round: 1 }))).toBeNull();
  });

  test("is the last one of all changes that came in one go", () => {
    const again = [{ type: "revealed", seat: 0, caller: 1, call: 12 }, { type: "shown", seat: 0, number: 6, colour: "red" }];
    const reveal = lastReveal(hurried(events, [dealt], [called], again));
    expect(reveal).toMatchObject({ revealer: 0, caller: 1, verdict: null });
    expect(reveal?.dice).toEqual([again[1]]);
  });

  test("is not shown in part, nor in the next game", () => {
    expect(lastReveal(story(...events.slice(2)))).toBeNull();
    expect(lastReveal(story(...events, { type: "game_started" }, called))).toBeNull();
  });

  test("turns the duel last, and the caller's die last of all", () => {
    const reveal = lastReveal(story({ type: "revealed", seat: 0, caller: 1, call: 11 }, ...shown))!;
    expect(inOrder(reveal).map(({ seat }) => seat)).toEqual([2, 0, 1]);
  });

  test("counts only dice that lie open", () => {
    const reveal = lastReveal(story(...events))!;
    const sum = (name: string, step?: number) => sumOf(openDice(reveal, step === undefined ? { name } : { name, step }));
    expect([sum("turn", 1), sum("turn", 2), sum("breath", 2), sum("turn", 3), sum("verdict")]).toEqual([6, 8, 8, 13, 13]);
    expect(openDice(reveal, null)).toHaveLength(3);
  });

  test("checks colour, then number, then the sum, and stops at what decides", () => {
    const found = (reason: "colour" | "number" | "sum") => checksOf({ reason }).map((each) => each.found);
    expect(found("colour")).toEqual(["decides", "skipped", "skipped"]);
    expect(found("number")).toEqual(["differs", "decides", "skipped"]);
    expect(found("sum")).toEqual(["differs", "differs", "decides"]);
  });

  test("says whether the call was too high only where the sum decides", () => {
    expect(ending({ reason: "sum", too_high: true })).toBe("high");
    expect(ending({ reason: "sum", too_high: false })).toBe("holds");
    expect(ending({ reason: "colour", too_high: true })).toBe("colour");
  });
});
