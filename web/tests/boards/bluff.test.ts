import { FluentResource } from "@fluent/bundle";
import type { BluffBoard } from "#protocol";
import messages from "#messages/en/bluff.ftl?raw";
import { describe, expect, test } from "vitest";
import {
  asked,
  doubtOn,
  elimination,
  inOrder,
  inTurn,
  lineOf,
  need,
  outcome,
  questionOf,
  stakesOf,
  standingClaim,
  untilMe,
  windowOf,
} from "../../src/boards/bluff/round";

const board = (phase: BluffBoard["phase"], rest: Partial<BluffBoard> = {}): BluffBoard => ({
  scores: [0, 0, 0],
  cards: [true, true, true],
  left: [],
  round: 1,
  depth: [0, 0, 0],
  players: [0, 1, 2],
  leader: 1,
  phase,
  stakes: null,
  ...rest,
});
const answering = { type: "answering", circle: [0, 2, 1], claims: [[], [10], []] } as const;

describe("A round of Bluff", () => {
  test("knows the claim that waits for an answer, and who answers", () => {
    expect(standingClaim(board(answering))).toEqual({ claimant: 1, total: 10 });
    expect(inTurn(board(answering))).toBe(0);
  });

  test("keeps one order from the leader on while the turn goes round", () => {
    const next = { type: "answering", circle: [2, 1, 0], claims: [[12], [10], []] } as const;
    expect(inOrder(board(answering))).toEqual([1, 0, 2]);
    expect(inOrder(board(next))).toEqual([1, 0, 2]);
    expect(inOrder(board({ type: "shuffling" }))).toEqual([0, 1, 2]);
  });

  test("counts elimination rounds by who has come furthest", () => {
    expect(elimination(board(answering))).toBe(0);
    expect(elimination(board(answering, { depth: [2, 2, 1] }))).toBe(2);
  });

  test("asks another question when another claim stands", () => {
    expect(questionOf(board(answering))).not.toBe(questionOf(board({ ...answering, claims: [[], [11], []] })));
  });

  test("asks for a claim, an answer, the last answer, the only answer, or the card", () => {
    const opening = { type: "claiming", circle: [0, 1, 2], claims: [[], [], []] } as const;
    const caught = { type: "immunity", claimant: 1, accuser: 0, total: 10, dice: [2, 1, 5] } as const;
    const [claim, call] = [{ type: "claim", total: 11 }, { type: "call_bluff" }] as const;
    expect(asked(board(opening), [claim])).toBe("claim");
    expect(asked(board(answering), [call, claim])).toBe("answer");
    expect(asked(board(answering), [call, { type: "accept" }])).toBe("last");
    expect(asked(board(answering), [call])).toBe("forced");
    expect(asked(board(caught), [{ type: "decline_immunity" }, { type: "play_immunity" }])).toBe("card");
  });

  test("says how far my turn is", () => {
    expect(untilMe(board(answering), 1)).toEqual([0, 2]);
    expect(untilMe(board(answering), 0)).toEqual([]);
    expect(untilMe(board(answering), null)).toBeNull();
    expect(untilMe(board({ type: "shuffling" }), 1)).toBeNull();
  });
});

describe("The line of claims", () => {
  const ranks = (shown: BluffBoard) => lineOf(shown).map(({ seat, total, waits, isTurn, rank }) => [seat, total, waits, isTurn, rank]);

  test("has the last claims, who answers, and those who have yet to speak; the oldest are left out first", () => {
    const phase = { type: "answering", circle: [3, 4, 0, 1, 2], claims: [[5], [7, 9], [12], [], []] } as const;
    expect(ranks(board(phase, { scores: [0, 0, 0, 0, 0], players: [0, 1, 2, 3, 4] }))).toEqual([
      [0, 5, false, false, 3],
      [1, 9, false, false, 2],
      [2, 12, true, false, 1],
      [3, null, false, true, 0],
      [4, null, false, false, 4],
    ]);
  });

  test("marks no claim as open when the last one has passed", () => {
    const phase = { type: "claiming", circle: [0, 2, 1], claims: [[], [10], []] } as const;
    expect(lineOf(board(phase)).some(({ waits }) => waits)).toBe(false);
  });
});

describe("A doubt", () => {
  const doubt = (claim: number, ...dice: [number, number, number]) =>
    doubtOn(board({ type: "immunity", claimant: 1, accuser: 0, total: claim, dice }), undefined)!;
  const [exact, over] = [{ bluff: "not_equal" }, { bluff: "over_only" }] as const;

  test("has as many dice turned as the beat says, and all of them where it says nothing", () => {
    const caught = board({ type: "immunity", claimant: 1, accuser: 0, total: 13, dice: [5, 2, 3] });
    expect(doubtOn(caught, 2)).toEqual({ accuser: 0, claimant: 1, claim: 13, dice: [5, 2, 3], turned: 2 });
    expect(doubtOn(caught, undefined)).toMatchObject({ turned: 3 });
    expect(doubtOn(board(answering), 2)).toBeNull();
  });

  test("holds its breath for what the last die has to show, without looking at it", () => {
    expect(need(doubt(13, 5, 2, 3), exact)).toEqual({ kind: "exactly", face: 6 });
    expect(need(doubt(13, 5, 2, 6), exact)).toEqual({ kind: "exactly", face: 6 });
    expect(need(doubt(18, 5, 2, 3), exact)).toMatchObject({ kind: "none" });
    expect(need(doubt(7, 5, 2, 3), exact)).toMatchObject({ kind: "none" });
    expect(need(doubt(11, 5, 2, 3), over)).toEqual({ kind: "least", face: 4 });
    expect(need(doubt(13, 5, 2, 3), over)).toMatchObject({ kind: "exactly", face: 6 });
    expect(need(doubt(7, 5, 2, 3), over)).toMatchObject({ kind: "any" });
  });

  test("ends as the rules of the table have it", () => {
    expect(outcome(doubt(10, 5, 2, 3), exact)).toBe("equal");
    expect(outcome(doubt(9, 5, 2, 3), exact)).toBe("bluff");
    expect(outcome(doubt(9, 5, 2, 3), over)).toBe("enough");
    expect(outcome(doubt(13, 5, 2, 3), over)).toBe("bluff");
  });

  test("names me first in what it wins and costs, and otherwise who may call", () => {
    const stakes = { bluff: [10, -4], truth: [-3, 15] } as const;
    expect(stakesOf(board(answering), stakes, 0).bluff).toEqual([[0, 10], [1, -4]]);
    expect(stakesOf(board(answering), stakes, 1).truth).toEqual([[1, 15], [0, -3]]);
    expect(stakesOf(board(answering), stakes, null).truth).toEqual([[0, -3], [1, 15]]);
  });
});

test("the tape shows the number in its middle, and stops at its ends", () => {
  const totals = [3, 4, 5, 6, 7, 8, 9];
  expect(windowOf(totals, 6, 3)).toEqual([5, 6, 7]);
  expect(windowOf(totals, 3, 3)).toEqual([3, 4, 5]);
  expect(windowOf(totals, 9, 5)).toEqual([5, 6, 7, 8, 9]);
  expect(windowOf(totals, 6, 20)).toEqual(totals);
  expect(windowOf([18], 18, 5)).toEqual([18]);
});

test("the board asks for the words that there are, and for all of them", () => {
  const sources = import.meta.glob<string>("../../src/boards/bluff/*", { query: "?raw", import: "default", eager: true });
  const there = new FluentResource(messages).body.map(({ id }) => id).filter((key) => /^board-(?!option-)/.test(key));
  const perQuestion = ["claim", "answer", "last", "forced", "card"].flatMap((each) => ["title", "lead", "lapse"].map((kind) => `board-${kind}-${each}`));
  const perPhase = ["claiming", "answering", "immunity"].map((each) => `board-waits-${each}`);
  const named = Object.values(sources).flatMap((source) => [...source.matchAll(/"(board-[a-z-]+)"/g)].map(([, key]) => key!));
  const asked = new Set([...named, ...perQuestion, ...perPhase]);
  expect(there.length).toBeGreaterThan(0);
  expect([...asked].sort()).toEqual([...there].sort());
});
