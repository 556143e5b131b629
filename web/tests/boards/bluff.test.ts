import type { BluffBoard } from "#protocol";
import { describe, expect, test } from "vitest";
import { claimsOf, elimination, inOrder, inTurn, lastDoubt, openDoubt, questionOf, standingClaim } from "../../src/boards/bluff/round";
import { hurried, story } from "./story";

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
  const called = [
    { type: "bluff_called", seat: 0, claimant: 1, total: 10 },
    { type: "shown", seat: 1, dice: [2, 1, 5], total: 8 },
    { type: "was_bluff", seat: 1, total: 10 },
  ];
  const settled = [
    { type: "immunity_declined", seat: 1 },
    { type: "lost", seat: 1, points: 0, score: 0 },
    { type: "gained", seat: 0, points: 10, score: 10 },
    { type: "round_began", round: 2, leader: 0, score: 10, order: [0, 1, 2] },
  ];

  const claimed = { type: "claimed", seat: 0, total: 9 };

  test("shows the dice behind the claim, and what came of it", () => {
    const doubt = lastDoubt(story(...called, ...settled));
    expect(doubt).toMatchObject({ id: 1, claimant: 1, claim: 10, dice: [2, 1, 5], total: 8 });
    expect(doubt?.outcome.map((event) => event.type)).toEqual(["was_bluff", "immunity_declined", "lost", "gained"]);
  });

  test("is over with the next claim, and with the game", () => {
    expect(lastDoubt(story(...called, claimed))).toBeNull();
    expect(lastDoubt(story(...called, { type: "game_started" }))).toBeNull();
  });

  test("is the last one of all changes that came in one go", () => {
    const again = [
      { type: "bluff_called", seat: 1, claimant: 0, total: 9 },
      { type: "shown", seat: 0, dice: [3, 3, 3], total: 9 },
      { type: "no_bluff", seat: 0, total: 9 },
    ];
    const doubt = lastDoubt(hurried(called, settled, [claimed], again, [{ type: "lost", seat: 1, points: 9, score: 0 }]));
    expect(doubt).toMatchObject({ claimant: 0, claim: 9, dice: [3, 3, 3] });
    expect(doubt?.outcome.map((event) => event.type)).toEqual(["no_bluff", "lost"]);
  });

  test("is not told in part: anyone who came in the middle of it waits for the next", () => {
    expect(lastDoubt(story(...called.slice(1), ...settled))).toBeNull();
  });

  test("is on the board for those who come while the card is decided", () => {
    const phase = { type: "immunity", claimant: 1, accuser: 0, total: 10, dice: [2, 1, 5] } as const;
    expect(openDoubt(board(phase))).toMatchObject({ claimant: 1, claim: 10, total: 8 });
    expect(openDoubt(board(answering))).toBeNull();
  });
});
