import type { BluffBoard } from "#protocol";
import { describe, expect, test } from "vitest";
import { claimsOf, elimination, inOrder, inTurn, lastDoubt, openDoubt, questionOf, standingClaim } from "../../src/boards/bluff/round";
import type { AnyEvent } from "../../src/store/fold";

const board = (phase: BluffBoard["phase"], rest: Partial<BluffBoard> = {}): BluffBoard => ({
  scores: [0, 0, 0],
  cards: [true, true, true],
  left: [],
  round: 1,
  depth: [0, 0, 0],
  players: [0, 1, 2],
  leader: 1,
  phase,
  ...rest,
});
const answering = { type: "answering", circle: [0, 2, 1], claims: [[], [10], []] } as const;

describe("A round of Bluff", () => {
  test("knows the claim that waits for an answer, and who answers", () => {
    expect(standingClaim(board(answering))).toEqual({ claimant: 1, total: 10 });
    expect(inTurn(board(answering))).toBe(0);
    expect(claimsOf(board(answering), 1)).toEqual([10]);
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
});

describe("The last doubt", () => {
  const called: readonly AnyEvent[] = [
    { type: "bluff_called", seat: 0, claimant: 1, total: 10 },
    { type: "shown", seat: 1, dice: [2, 1, 5], total: 8 },
    { type: "was_bluff", seat: 1, total: 10 },
  ];
  const settled: readonly AnyEvent[] = [
    { type: "immunity_declined", seat: 1 },
    { type: "lost", seat: 1, points: 0, score: 0 },
    { type: "gained", seat: 0, points: 10, score: 10 },
    { type: "round_began", round: 2, leader: 0, score: 10, order: [0, 1, 2] },
  ];

  test("shows the dice behind the claim, and what came of it", () => {
    const doubt = lastDoubt(lastDoubt(null, called), settled);
    expect(doubt).toMatchObject({ claimant: 1, claim: 10, dice: [2, 1, 5], total: 8 });
    expect(doubt?.outcome.map((event) => event.type)).toEqual(["was_bluff", "immunity_declined", "lost", "gained"]);
  });

  test("tells nothing twice when the same events come again", () => {
    const doubt = lastDoubt(lastDoubt(null, called), settled);
    expect(lastDoubt(doubt, settled)).toEqual(doubt);
  });

  test("is over with the next claim", () => {
    expect(lastDoubt(lastDoubt(null, called), [{ type: "claimed", seat: 0, total: 9 }])).toBeNull();
  });

  test("is on the board for those who come while the card is decided", () => {
    const phase = { type: "immunity", claimant: 1, accuser: 0, total: 10, dice: [2, 1, 5] } as const;
    expect(openDoubt(board(phase))).toMatchObject({ claimant: 1, claim: 10, total: 8 });
    expect(openDoubt(board(answering))).toBeNull();
  });
});
