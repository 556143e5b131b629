import { describe, expect, it, test } from "vitest";
import type { ThreeDiceBoard, ThreeDiceEvent } from "#protocol";
import { inLine, linesSeen, potOf, rollerOf, turnsUntil } from "../../src/boards/three_dice/round";
import { script } from "../../src/boards/three_dice/script";
import { beats } from "./telling";

const low = { dice: [2, 2, 4], roll: "plain", points: 8 } as const;
const high = { dice: [1, 1, 6], roll: "plain", points: 260 } as const;
const round = { order: [2, 3, 0, 1], hands: [high, low], pot: 3, limit: 2 };
const BOARD: ThreeDiceBoard = {
  sips: [7, 0, 2, 4],
  lost: [1, 0, 0, 1],
  left: [],
  played: 3,
  carry: 0,
  phase: { type: "throwing", round },
  safe: [],
  lowest: [3],
};
const FOURS = { dice: [4, 4, 4], roll: "triple", points: 12, safe: true } as const;
const threw: ThreeDiceEvent = { type: "threw", seat: 0, dice: [4, 4, 1], roll: "plain", points: 108, safe: false };
const triple: ThreeDiceEvent = { type: "threw_again", seat: 0, kept: [4, 4], again: 1, faces: [4], ...FOURS };
const stayed: ThreeDiceEvent = { type: "stayed", seat: 0, roll: "triple", points: 12, safe: true, sips: 4, pot: 7 };
const drank = (seat: number, sips: number, total: number): ThreeDiceEvent => ({ type: "drank", seat, sips, total });
const told = (board: ThreeDiceBoard, me: number | null, ...events: readonly ThreeDiceEvent[]) => beats(script, board, me, events);
const names = (all: ReturnType<typeof told>) => all.map(({ cue }) => cue.name);
const CHOOSING: ThreeDiceBoard = { ...BOARD, phase: { type: "choosing", round, dice: [4, 4, 1], used: 1 } };

describe("a special roll", () => {
  it("has its title only when the dice lie, and nothing is said before", () => {
    const all = told(CHOOSING, 0, triple);
    expect(names(all)).toEqual(["throw", "lies", "verdict"]);
    expect(all.map(({ cue }) => cue.isHushed === true)).toEqual([true, true, false]);
    expect(all.map(({ cue }) => cue.card)).toEqual([undefined, undefined, "low"]);
  });

  it("changes neither pot nor shield until the turn ends on it", () => {
    const all = told(CHOOSING, 0, triple, stayed);
    expect(names(all)).toEqual(["throw", "lies", "verdict", "safe", "line"]);
    expect(all.map(({ board }) => potOf(board))).toEqual([3, 3, 3, 7, 7]);
    expect(all.map(({ board }) => board.safe)).toEqual([[], [], [], [0], [0]]);
  });

  it("leaves them as they are where it is thrown again", () => {
    const after = told(CHOOSING, 0, triple).at(-1)!.board;
    expect([potOf(after), after.safe]).toEqual([3, []]);
    const again = told(after, 0, { ...triple, dice: [4, 4, 2], roll: "plain", points: 10, safe: false });
    expect([potOf(again.at(-1)!.board), again.at(-1)!.board.safe]).toEqual([3, []]);
  });

  it("brings its roller into the line only after that is said", () => {
    const [safe, line] = told({ ...CHOOSING, phase: { type: "choosing", round, dice: FOURS.dice, used: 2 } }, 0, stayed);
    expect(inLine(linesSeen(safe!)).map(({ seat }) => seat)).toEqual([3, 2]);
    expect(inLine(linesSeen(line!)).map(({ seat }) => seat)).toEqual([3, 2, 0]);
  });

  it("is told whole whoever throws it", () => {
    expect(told(CHOOSING, 1, triple).some(({ cue }) => cue.isTrivia)).toBe(false);
  });
});

describe("a plain throw", () => {
  it("falls, lies and counts", () => {
    const all = told(BOARD, 0, threw);
    expect(names(all)).toEqual(["throw", "lies", "points"]);
    expect(all.some(({ cue }) => cue.isTrivia || cue.card !== undefined)).toBe(false);
    expect(all[0]!.board.phase).toEqual({ type: "choosing", round, dice: [4, 4, 1], used: 1 });
  });

  it("of others is trivia where another one may follow", () => {
    const again = { ...triple, dice: [4, 4, 2], roll: "plain", points: 10, safe: false } as const;
    expect(told(CHOOSING, 1, again).map(({ cue }) => cue)).toMatchObject([{ name: "throw", isTrivia: true }]);
    expect(names(told(CHOOSING, 1, again, { ...stayed, roll: "plain", points: 10, safe: false, sips: 0, pot: 3 }))).toEqual(["throw", "lies", "points", "line"]);
  });
});

test("the lowest changes when the turn ends", () => {
  const board: ThreeDiceBoard = { ...CHOOSING, phase: { type: "choosing", round, dice: [2, 2, 3], used: 2 } };
  const all = told(board, 1, { ...stayed, roll: "plain", points: 7, safe: false, sips: 0, pot: 3 });
  expect(all.at(-1)!.board).toMatchObject({ lowest: [0], safe: [] });
  expect(rollerOf(all.at(-1)!.board)).toBe(1);
});

test("the starter's turn sets the limit", () => {
  const first: ThreeDiceBoard = { ...CHOOSING, phase: { type: "choosing", round: { ...round, hands: [], limit: null }, dice: [2, 2, 3], used: 2 } };
  const all = told(first, 1, { ...stayed, seat: 2, roll: "plain", points: 7, safe: false, sips: 0, pot: 3 }, { type: "limit_set", rolls: 2 });
  expect(names(all)).toEqual(["line"]);
  expect(script.fold(all[0]!.board, { type: "limit_set", rolls: 2 }).phase.round.limit).toBe(2);
});

test("stairs are given away before the next one rolls, and drunk at once", () => {
  const stairs: ThreeDiceBoard = { ...CHOOSING, phase: { type: "choosing", round, dice: [1, 2, 3], used: 2 } };
  const safe = told(stairs, 0, { ...stayed, roll: "stairs", points: 105, sips: 3, pot: 3 }).at(-1)!.board;
  expect(safe.phase).toMatchObject({ type: "awarding", giver: 0, sips: 3 });
  expect(rollerOf(safe)).toBe(0);
  const part = told(safe, 0, { type: "awarded", seat: 0, to: 2, sips: 1 }, drank(2, 1, 3));
  expect(part.map(({ cue }) => cue)).toMatchObject([{ name: "sips", costs: [[2, 1]], isLoss: true }]);
  expect(part[0]!.board.phase).toMatchObject({ type: "awarding", sips: 2 });
  const rest = told(part[0]!.board, 0, { type: "awarded", seat: 0, to: 3, sips: 2 }, drank(3, 2, 6)).at(-1)!.board;
  expect([rest.phase.type, rollerOf(rest), rest.sips]).toEqual(["throwing", 1, [7, 0, 3, 6]]);
});

test("a round ends: title, sips, and only then the next one", () => {
  const last: ThreeDiceBoard = { ...BOARD, phase: { type: "throwing", round: { ...round, hands: [high, low, high, low] } }, lowest: [1, 3] };
  const lost = (seat: number): ThreeDiceEvent => ({ type: "lost", seat, points: 8 });
  const all = told(last, 0, lost(3), lost(1), drank(3, 3, 7), drank(1, 3, 3), { type: "round_began", round: 5, starter: 3, pot: 1 });
  expect(names(all)).toEqual(["verdict", "sips", "next"]);
  expect(all[1]!.cue.costs).toEqual([[3, 3], [1, 3]]);
  expect(all.map(({ board }) => potOf(board))).toEqual([3, 3, 1]);
  expect(all.map(({ board }) => board.played)).toEqual([3, 3, 4]);
  expect(all[0]!.board.lowest).toEqual([1, 3]);
  expect(all[2]!.board).toMatchObject({ lost: [1, 1, 0, 2], lowest: [], phase: { type: "throwing", round: { order: [3, 0, 1, 2], hands: [], limit: null } } });
});

test("what everyone drinks and a false start have their titles before the sips", () => {
  const rock = told(BOARD, 0, { ...threw, dice: [2, 2, 3], points: 7 }, { type: "lowest_roll", seat: 0 }, drank(0, 1, 8), drank(1, 1, 1));
  expect(names(rock)).toEqual(["throw", "lies", "points", "verdict", "sips"]);
  const false_ = told(BOARD, 0, { ...threw, dice: [4, 4, 4], roll: "triple", points: 12 }, { type: "false_start", seat: 0 }, drank(0, 4, 11));
  expect(names(false_)).toEqual(["throw", "lies", "verdict", "verdict", "sips"]);
  expect(false_.at(-1)!.board).toMatchObject({ safe: [], phase: { type: "throwing", round } });
});

test("a roll-off is thrown together, and the pot stays in sight", () => {
  const tie = told(BOARD, 0, { type: "roll_off", tied: [1, 3], decides: "loser" });
  expect(tie[0]!.board.phase).toMatchObject({ type: "loser_roll_off", tied: [1, 3], points: 8, pot: 3 });
  expect(potOf(tie[0]!.board)).toBe(3);
  const off = (seat: number, face: number): ThreeDiceEvent => ({ type: "rolled_off", seat, face });
  const all = told(tie[0]!.board, 0, off(1, 4), off(3, 2), { type: "lost", seat: 3, points: 8 });
  expect(names(all)).toEqual(["throw", "lies", "verdict"]);
  expect(all[0]!.cue.isHushed).toBe(true);
});

test("who left has no turn, and all others know how far theirs is", () => {
  const gone: ThreeDiceBoard = script.fold(BOARD, { type: "left", seat: 2 });
  expect(gone).toMatchObject({ left: [2], lowest: [3] });
  expect(rollerOf(script.fold(CHOOSING, { type: "left", seat: 0 }))).toBe(1);
  expect(turnsUntil(BOARD, 1)).toEqual([]);
  expect(turnsUntil({ ...BOARD, phase: { type: "throwing", round: { ...round, hands: [] } } }, 1)).toEqual([3, 0]);
  expect(turnsUntil(BOARD, 2)).toBeNull();
});

test("everyone safe is a title, and nothing happens to the pot before the next round", () => {
  const all = told(BOARD, 0, { type: "all_safe", pot: 3, carry: 3 }, { type: "round_began", round: 5, starter: 2, pot: 4 });
  expect(names(all)).toEqual(["verdict", "next"]);
  expect(all.map(({ board }) => potOf(board))).toEqual([3, 4]);
});

test("the line goes from the lowest to the safe", () => {
  const done = (seat: number, points: number, safe = false) => ({ seat, state: "done", hand: { dice: [], roll: "plain", points }, safe, lowest: false }) as const;
  expect(inLine([done(0, 12, true), done(1, 108), { seat: 4, state: "waiting" }, done(2, 9), done(3, 13)]).map(({ seat }) => seat)).toEqual([2, 3, 1, 0]);
});
