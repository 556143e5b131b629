import { describe, expect, test } from "vitest";
import type { PerilBoard, PublicTable } from "#protocol";
import type { View } from "../../src/boardkit/contract";
import { figuresOf, outOf } from "../../src/boards/peril/out";
import { before, heartsOf, hurt, isDark, litIn, numbersOf, owed, ownNumbers, perilOf, picksEach, thrownIn, toggled, twistIn } from "../../src/boards/peril/round";
import { script } from "../../src/boards/peril/script";
import { type Beat, beatsOf } from "../../src/state/beats";
import type { AnyEvent, TableState } from "../../src/state/fold";
import { MS } from "../../src/state/durations";
import { follow } from "../../src/table/myEnd";
import { story } from "./story";

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

  test("those who pick before me are named once each, and none when I have picked", () => {
    expect(before(picking(1, 1, 2, 2, 0, 0), 0)).toEqual([1, 2]);
    expect(before(picking(0, 0), 0)).toEqual([]);
    expect([before(picking(2), 0), before(picking(2), null)]).toEqual([null, null]);
  });

  test("everyone picks as many as the Peril Player, who is first", () => {
    expect([picksEach(picking(0, 0)), picksEach(picking(1, 0, 0, 0)), ownNumbers(picking(0), 1)]).toEqual([2, 3, [2, 5]]);
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

const ROLLING: PerilBoard = { lives: [2, 1, 3], fallen: [], phase: { type: "rolling", peril: 1, board: [0, 1, 2, null, null, null] } };
const marks = { isThrown: () => false, isShouted: () => false };

/** The beats of one change, for the player at seat 1. */
function beats(board: PerilBoard, ...events: readonly object[]): readonly Beat[] {
  const mine = [{ seat: 1, secret: null, moves: [] }];
  const before = { version: 1, shown: { board }, won: {}, mine, story: [], fresh: 0 } as unknown as TableState;
  const ends = events.reduce((so: PerilBoard, event) => script.fold(so, event) as PerilBoard, board);
  const after = { ...before, version: 2, shown: { board: ends } as unknown as PublicTable, story: story(...events) };
  return beatsOf(before, after, script, marks);
}
const viewIn = ({ shown, cue, events }: Beat) => ({ board: shown.board as PerilBoard, cue, events, me: 1 }) as unknown as View<"peril">;
const names = (told: readonly Beat[]) => told.map(({ cue }) => cue?.name ?? null);

const THREW = { type: "threw", seat: 1, number: 2 };
const HIT = { type: "direct_hit", seat: 1, lives: 0 };
const OUT = { type: "eliminated", seat: 1, remaining: 2 };
const NEXT = { type: "in_peril", seat: 2, lives: 3, die: 6, picks: 1 };

describe("the throw", () => {
  const told = beats(ROLLING, THREW, HIT, OUT, NEXT);

  test("it is thrown, lies, is waited for, judged and paid for, one after the other", () => {
    expect(names(told)).toEqual(["throw", "lies", "breath", "verdict", "cost", "out", "next", null]);
    expect(told.slice(0, 5).map(({ cue }) => cue!.ms)).toEqual([MS.throwLarge, MS.lies, MS.breathShort, MS.verdict, MS.costLong]);
  });

  test("hearts are what they were until the beat that says what it cost", () => {
    expect(told.map((beat) => heartsOf(viewIn(beat))[1])).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(told.map((beat) => hurt(viewIn(beat)))).toEqual([null, null, null, null, 1, null, null, null]);
  });

  test("the die shows its number when it lies, and the board is lit only by the verdict", () => {
    expect(told.slice(0, 4).map((beat) => thrownIn(viewIn(beat)))).toEqual([null, 2, 2, 2]);
    expect(told.map((beat) => litIn(viewIn(beat)))).toEqual([null, null, null, 2, null, null, null, null]);
    expect(told.map((beat) => isDark(viewIn(beat)))).toEqual([true, true, false, false, false, false, false, false]);
  });

  test("nothing is said while the die rolls, and a face is struck out only after its last heart", () => {
    expect(told.map(({ story }) => story.length)).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
    expect(told.map((beat) => viewIn(beat).board.fallen.includes(1))).toEqual([false, false, false, false, false, true, true, true]);
  });

  test("a plot twist costs nothing, and says who is safe", () => {
    const twist = beats(ROLLING, { ...THREW, number: 1 }, { type: "plot_twist", seat: 0, saved: 1 }, { ...NEXT, seat: 0, lives: 2 });
    expect(names(twist)).toEqual(["throw", "lies", "breath", "verdict", "next", null]);
    expect(twist.map((beat) => twistIn(viewIn(beat))?.saved)).toEqual([undefined, undefined, undefined, 1, undefined, undefined]);
  });

  test("the title gives way to a number in the upper rows of a large board", () => {
    const board: PerilBoard = { ...ROLLING, phase: { type: "rolling", peril: 1, board: Array<null>(30).fill(null) } };
    const large = (number: number) => beats(board, { ...THREW, number }, { type: "no_shield", seat: 1, lives: 0 })[3]!.cue!.card;
    expect([large(4), large(22)]).toEqual(["low", "top"]);
    expect(told[3]!.cue!.card).toBe("top");
  });
});

describe("the board after an event", () => {
  const fold = (board: PerilBoard, event: object) => script.fold(board, event) as PerilBoard;
  const OPEN: PerilBoard = { lives: [2, 1, 3], fallen: [], phase: { type: "opening" } };

  test("a round begins with the Peril Player, then goes by seats, without those who are out", () => {
    expect(fold({ ...OPEN, lives: [2, 0, 3] }, { ...NEXT, die: 12, picks: 2 }).phase).toEqual({
      type: "picking",
      peril: 2,
      board: Array(12).fill(null),
      queue: [2, 2, 0, 0],
    });
  });

  test("after the last pick the die is in the Peril Player's hand", () => {
    const picked = (board: PerilBoard, seat: number, number: number) => fold(board, { type: "picked", seat, number });
    const all = [[2, 6], [0, 1], [1, 4]].reduce((board, [seat, number]) => picked(board, seat!, number!), fold(OPEN, NEXT));
    expect(all.phase).toEqual({ type: "rolling", peril: 2, board: [0, null, null, 1, null, 2] });
  });

  test("the picks of a leaver go; without its Peril Player the round is void", () => {
    expect(fold(ROLLING, { type: "left", seat: 0 })).toEqual({
      lives: [0, 1, 3],
      fallen: [0],
      phase: { type: "rolling", peril: 1, board: [null, 1, 2, null, null, null] },
    });
    expect(fold(ROLLING, { type: "left", seat: 1 }).phase).toEqual({ type: "succession" });
  });

  test("the last one standing has won", () => {
    expect(fold(ROLLING, { type: "victory", seat: 2 }).phase).toEqual({ type: "won", seat: 2 });
  });
});

describe("picks", () => {
  test("those of one change are one beat that nobody waits for", () => {
    const board = script.fold(ROLLING, { ...NEXT, picks: 2 }) as PerilBoard;
    const told = beats(board, { type: "picked", seat: 2, number: 1 }, { type: "picked", seat: 2, number: 5 });
    expect(told).toMatchObject([{ telling: false, cue: { isTrivia: true } }]);
    expect(told[0]!.events).toHaveLength(2);
  });
});

describe("my own end", () => {
  const words = { text: (key: string) => key };
  const isOut = (beat: Beat) => outOf({ ...viewIn(beat), words, names: { seat: String } } as unknown as View<"peril">, null) !== null;

  test("it is shown once, after the last heart broke", () => {
    let end = follow(null, false);
    const shown = beats(ROLLING, THREW, HIT, OUT, NEXT).map((beat) => {
      const next = follow(end, isOut(beat));
      const begins = next !== end && next.isShown;
      end = next;
      return begins;
    });
    expect(shown).toEqual([false, false, false, false, false, true, false, false]);
  });

  test("it is not shown when the game is over with it, nor to someone who comes back", () => {
    const last: PerilBoard = { ...ROLLING, lives: [0, 1, 3], fallen: [0] };
    expect(beats(last, THREW, HIT, { ...OUT, remaining: 1 }, { type: "victory", seat: 2 }).some(isOut)).toBe(false);
    expect(follow(null, true).isShown).toBe(false);
  });

  test("its place counts those who went before, and its figures stop with me", () => {
    const { board } = viewIn(beats({ ...ROLLING, lives: [0, 1, 3, 1], fallen: [0] }, HIT, OUT).at(-1)!);
    const view = { board, me: 1, words, names: { seat: String } } as unknown as View<"peril">;
    expect(outOf(view, null)).toMatchObject({ place: 3, figures: [] });
    const twist = (seat: number, saved: number) => ({ type: "plot_twist", seat, saved });
    const game = [NEXT, twist(1, 2), NEXT, twist(0, 1), NEXT, twist(1, 0), NEXT, OUT, NEXT, twist(2, 0)] as unknown as AnyEvent[];
    expect(figuresOf(game, 1)).toEqual({ rounds: 4, lucky: 1, twists: 2 });
  });
});
