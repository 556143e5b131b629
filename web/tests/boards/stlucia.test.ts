import { describe, expect, it, test } from "vitest";
import type { StluciaBoard, StluciaEvent } from "#protocol";
import messages from "#messages/en/stlucia.ftl?raw";
import type { View } from "../../src/boardkit/contract";
import { outOf } from "../../src/boards/stlucia/out";
import { berth, countingFaces, healthOf, placeOf, turnsUntil } from "../../src/boards/stlucia/round";
import { script } from "../../src/boards/stlucia/script";
import type { AnyEvent } from "../../src/state/fold";
import { follow } from "../../src/table/myEnd";
import { bundle, Narrator } from "../../src/words/narrator";
import { beats } from "./telling";

const DICE = [2, 2, 2, 5, 5, 5];
const BOARD: StluciaBoard = {
  health: [8, 10, 7, 3],
  points: [6, 3, 9, 11],
  tokens: [3, 1, 2, 9],
  turns: [3, 3, 3, 2],
  resident: 2,
  fallen: [],
  phase: { type: "choosing", seat: 0, dice: DICE, rerolls_left: 1 },
};
const began = (seat: number): StluciaEvent => ({ type: "turn_began", seat, health: 1, points: 0, tokens: 0, inside: false });
const hit = (seat: number, target: number, damage: number, health: number): StluciaEvent => ({ type: "hit", seat, target, damage, health });
const kept: StluciaEvent = { type: "kept", seat: 0 };
const scored: StluciaEvent = { type: "scored", seat: 0, points: 3, town: 1, total: 9 };
const told = (board: StluciaBoard, me: number | null, ...events: readonly StluciaEvent[]) => beats(script, board, me, events);
const names = (all: ReturnType<typeof told>) => all.map(({ cue }) => cue.name);

describe("an attack on the town", () => {
  const all = told(BOARD, 0, kept, hit(0, 2, 3, 4));

  it("glows, and then the damage flies, with one card and its cost", () => {
    expect(names(all)).toEqual(["swords", "fly"]);
    expect(all[0]!.cue).toMatchObject({ isHushed: true });
    expect(all[0]!.cue.card).toBeUndefined();
    expect(all[1]!.cue).toMatchObject({ card: "low", costs: [[2, -3]] });
  });

  it("costs nothing that can be seen while the swords only glow", () => {
    const [glow, fly] = all;
    expect(healthOf({ ...glow!, events: glow!.events }, 2)).toBe(7);
    expect(healthOf({ ...fly!, events: fly!.events }, 2)).toBe(4);
  });

  it("ends with the resident's question", () => {
    expect(all.at(-1)!.board.phase).toEqual({ type: "deciding", attacker: 0, resident: 2, dice: DICE });
  });

  it("lets only the swords count", () => {
    expect(countingFaces(all[0]!, DICE)).toEqual([5]);
  });
});

test("three hits of a resident are one card", () => {
  const board: StluciaBoard = { ...BOARD, resident: 0 };
  const all = told(board, 1, kept, hit(0, 1, 3, 7), hit(0, 2, 3, 4), hit(0, 3, 3, 0), scored, { type: "eliminated", seats: [3], remaining: 3 });
  expect(names(all)).toEqual(["swords", "fly", "points", "verdict"]);
  expect(all.filter(({ cue }) => cue.name === "fly")).toHaveLength(1);
  expect(all[1]!.cue.costs).toEqual([[1, -3], [2, -3], [3, -3]]);
  expect(all[1]!.board.health).toEqual([8, 7, 4, 0]);
  expect(all[1]!.board.fallen).toEqual([]);
  expect(all[3]!.board.fallen).toEqual([[3]]);
});

test("the town changes hands on the board before it is said, and points come after it", () => {
  const board: StluciaBoard = { ...BOARD, phase: { type: "deciding", attacker: 0, resident: 2, dice: DICE } };
  const all = told(board, 0, { type: "moved_out", seat: 2 }, { type: "claimed", seat: 0 }, scored, began(1));
  expect(names(all)).toEqual(["move", "verdict", "points", "next"]);
  expect(all[0]!.cue).toMatchObject({ isHushed: true });
  expect(all[0]!.cue.card).toBeUndefined();
  expect(all[1]!.cue.card).toBe("low");
  expect(all.map(({ board }) => board.resident)).toEqual([0, 0, 0, 0]);
  expect(all.map(({ board }) => board.points[0])).toEqual([6, 6, 9, 9]);
  expect(all[2]!.cue.costs).toEqual([[0, 3]]);
  expect(all.at(-1)!.board.phase).toEqual({ type: "throwing", seat: 1 });
});

test("a resident who stays keeps the town, and the attacker's dice are booked then", () => {
  const board: StluciaBoard = { ...BOARD, phase: { type: "deciding", attacker: 0, resident: 2, dice: DICE } };
  const all = told(board, 1, { type: "stayed", seat: 2 }, { ...scored, town: 0 }, began(1));
  expect(names(all)).toEqual(["stands", "points", "next"]);
  expect(all[1]!.board.resident).toBe(2);
});

test("tokens and points of a turn are told in one beat", () => {
  const all = told(BOARD, 0, kept, { type: "saved", seat: 0, gained: 7, tokens: 10 }, { type: "traded", seat: 0, tokens: 0 }, scored, began(1));
  expect(names(all)).toEqual(["points", "next"]);
  expect(all[0]!.board.tokens[0]).toBe(0);
  expect(countingFaces(all[0]!, [2, 2, 2, 6, 6, 1])).toEqual([2, 6]);
});

describe("throws", () => {
  const threw: StluciaEvent = { type: "threw", seat: 0, dice: DICE };
  const again: StluciaEvent = { type: "threw_again", seat: 0, again: [1, 2], dice: DICE };
  const throwing: StluciaBoard = { ...BOARD, phase: { type: "throwing", seat: 0 } };

  it("fall and then lie, and their dice are on the board from the first beat", () => {
    const all = told(throwing, 0, threw);
    expect(names(all)).toEqual(["throw", "lies"]);
    expect(all[0]!.board.phase).toEqual({ type: "choosing", seat: 0, dice: DICE, rerolls_left: 2 });
    expect(all.some(({ cue }) => cue.isTrivia)).toBe(false);
  });

  it("of others are trivia, and told in full only where no other one may follow; blows never are", () => {
    expect(told(BOARD, 1, again).map(({ cue }) => cue)).toMatchObject([{ name: "throw", isTrivia: true }]);
    const last = told(BOARD, 1, again, hit(0, 2, 3, 4));
    expect(names(last)).toEqual(["throw", "lies", "swords", "fly"]);
    expect(last.map(({ cue }) => cue.isTrivia === true)).toEqual([true, true, false, false]);
  });

  it("use up rerolls, whether or not the page has seen them picked up", () => {
    const rerolling: StluciaBoard = { ...BOARD, phase: { type: "rerolling", seat: 0, dice: DICE, which: [0], rerolls_left: 0 } };
    expect(told(BOARD, 1, again)[0]!.board.phase).toMatchObject({ type: "choosing", rerolls_left: 0 });
    expect(told(rerolling, 1, again)[0]!.board.phase).toMatchObject({ type: "choosing", rerolls_left: 0 });
  });
});

test("every other event leaves the board as the hall has it", () => {
  const after = (event: StluciaEvent): StluciaBoard => script.fold(BOARD, event);
  expect(after({ type: "healed", seat: 0, amount: 2, health: 10 }).health[0]).toBe(10);
  expect(after({ type: "emptied" }).resident).toBeNull();
  expect(after({ type: "left", seat: 3 })).toMatchObject({ health: [8, 10, 7, 0], fallen: [[3]] });
  expect(after({ type: "crowned", seat: 0, points: 15 }).phase).toEqual({ type: "won", seat: 0 });
  expect(after({ type: "last_standing", seat: 0 }).phase).toEqual({ type: "won", seat: 0 });
  expect(after({ type: "turns_used_up", turns: 200, winners: [0] }).phase).toEqual({ type: "worn_out" });
  expect(after(began(1))).toMatchObject({ turns: [3, 4, 3, 2], phase: { type: "throwing", seat: 1 } });
  expect(told(BOARD, 0, { type: "healed", seat: 0, amount: 0, health: 8 })).toEqual([]);
});

test.each([8, 12])("boats keep their berths inside the picture, each its own: %i", (seats) => {
  const berths = Array.from({ length: seats }, (_, seat) => berth(seat, seats));
  expect(berths.every(({ x, y }) => x > 8 && x < 92 && y > 35 && y < 95)).toBe(true);
  expect(new Set(berths.map(({ x }) => Math.round(x))).size).toBe(seats);
});

test("who waits knows how far the turn is, and who is out knows the place", () => {
  expect(turnsUntil(BOARD, 1, 0)).toEqual([2, 3]);
  expect(turnsUntil({ ...BOARD, health: [8, 10, 0, 3] }, 1, 0)).toEqual([3]);
  expect(turnsUntil(BOARD, 0, 0)).toBeNull();
  const late = { ...BOARD, health: [8, 0, 0, 0], fallen: [[1, 2], [3]] };
  expect([placeOf(late, 3), placeOf(late, 1)]).toEqual([2, 3]);
});

describe("my own end", () => {
  const ME = 3;
  const words = new Narrator("stlucia", { messages, kinds: {} }, bundle("en", ""));
  const players = ["Fox", "Otter", "Wren", "Ann"].map((name) => ({ name }));
  const out = (board: StluciaBoard, game: readonly object[] | null = null, me: number | null = ME) =>
    outOf({ board, me, words, players } as unknown as View<"stlucia">, game as readonly AnyEvent[] | null);
  const STRUCK: StluciaBoard = { ...BOARD, resident: 0 };
  const fatal = [hit(0, 1, 3, 7), hit(0, 2, 3, 4), hit(0, ME, 3, 0)];
  const eliminated: StluciaEvent = { type: "eliminated", seats: [ME], remaining: 3 };

  it("is shown once, after the blow was told, and not to someone who comes back", () => {
    let end = follow(null, false);
    const shown = told(STRUCK, ME, kept, ...fatal, eliminated, scored, began(1)).map(({ board, cue }) => {
      const next = follow(end, out(board) !== null);
      const begins = next !== end && next.isShown;
      end = next;
      return [cue.name, begins];
    });
    expect(shown.filter(([, begins]) => begins)).toEqual([["verdict", true]]);
    expect(follow(null, true).isShown).toBe(false);
  });

  it("knows my place, what I did until then, and whose turn it is", () => {
    const { board } = told(STRUCK, ME, kept, ...fatal, eliminated, began(1)).at(-1)!;
    const inside: StluciaEvent = { type: "turn_began", seat: ME, health: 9, points: 0, tokens: 0, inside: true };
    expect(out(board, [began(ME), hit(ME, 0, 4, 6), began(0), inside, hit(ME, 1, 1, 9), hit(0, ME, 9, 0)])).toEqual({
      place: 4,
      sentence: "You lasted 2 turns and began one of them in StLucia.",
      figures: [[2, "turns"], [1, "in StLucia"], [5, "damage dealt"]],
      goesOn: "Otter’s turn.",
    });
    expect(out(board)).toMatchObject({ place: 4, sentence: "", figures: [] });
    expect([out(board, null, 1), out(board, null, null)]).toEqual([null, null]);
  });

  it("is no end of mine alone when the game ends with it", () => {
    const duel: StluciaBoard = { ...STRUCK, health: [8, 0, 0, 3], fallen: [[1], [2]] };
    const last = told(duel, ME, kept, hit(0, ME, 3, 0), { ...eliminated, remaining: 1 }, { type: "last_standing", seat: 0 });
    expect(last.map(({ board }) => out(board))).toEqual(last.map(() => null));
  });

  it("says that the others play on while the one in turn is out as well", () => {
    const left: StluciaBoard = { ...BOARD, health: [8, 10, 7, 0], fallen: [[ME]], phase: { type: "throwing", seat: ME } };
    expect(out(left)?.goesOn).toBe("The others play on.");
  });
});
