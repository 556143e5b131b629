/** How a call is told: sheet and rulings say in which order. */

import type { BluffBoard, BluffEvent, PublicTable } from "#protocol";
import { describe, expect, test } from "vitest";
import { script } from "../../src/boards/bluff/script";
import { type Beat, beatsOf } from "../../src/state/beats";
import type { AnyEvent, TableState, Told } from "../../src/state/fold";

const [ANN, FOX, OTTER] = [0, 1, 2];
const OLD = { dice: [4, 3, 3], total: 10 };
const NEW = { dice: [1, 1, 2], total: 4 };
const asToldById = (events: readonly object[], from: number): Told[] =>
  events.map((event, at) => ({ id: from + at, event: event as AnyEvent, game: "bluff", seats: [] }));

/** Otter has claimed 13, and Ann is to answer. */
const CLAIMED: BluffBoard = {
  scores: [22, 9, 17],
  cards: [true, false, true],
  left: [],
  round: 1,
  depth: [0, 0, 0],
  players: [ANN, FOX, OTTER],
  leader: FOX,
  phase: { type: "answering", circle: [ANN, FOX, OTTER], claims: [[], [9], [13]] },
  stakes: { bluff: [13, -13], truth: [-13, 19] },
};
const CALLED = [
  { type: "bluff_called", seat: ANN, claimant: OTTER, total: 13 },
  { type: "shown", seat: OTTER, dice: [5, 2, 3], total: 10 },
];
const CAUGHT = { type: "was_bluff", seat: OTTER, total: 13 };
const PAID = [
  { type: "lost", seat: OTTER, points: 13, score: 4 },
  { type: "gained", seat: ANN, points: 13, score: 35 },
];
const NEXT = [
  { type: "round_began", round: 2, leader: ANN, score: 35, order: [ANN, OTTER, FOX] },
  { type: "dealt" },
];
const ASKED_FOR_CARD: BluffBoard = {
  ...CLAIMED,
  phase: { type: "immunity", claimant: OTTER, accuser: ANN, total: 13, dice: [5, 2, 3] },
  stakes: null,
};

function tellTo(me: number | null, board: BluffBoard, ...events: readonly object[]): readonly Beat[] {
  const before = {
    version: 1,
    shown: { board } as unknown as PublicTable,
    mine: me === null ? [] : [{ seat: me, secret: OLD, moves: [] }],
    story: asToldById([{ type: "committed" }], 1),
    fresh: 1,
    won: {},
  } as unknown as TableState;
  const after = {
    ...before,
    version: 2,
    shown: { board: "the hall’s" } as unknown as PublicTable,
    mine: me === null ? [] : [{ seat: me, secret: NEW, moves: [] }],
    story: [...before.story, ...asToldById(events, 2)],
  } as unknown as TableState;
  return beatsOf(before, after, script, { isThrown: () => false, isShouted: () => false });
}
const told = (board: BluffBoard, ...events: readonly object[]) => tellTo(ANN, board, ...events);
const boardOf = (beat: Beat) => beat.shown.board as unknown as BluffBoard;
const names = (beats: readonly Beat[]) => beats.map(({ cue }) => (cue === null ? null : cue.step === undefined ? cue.name : `${cue.name} ${cue.step}`));
const named = (beats: readonly Beat[], name: string) => beats.find(({ cue }) => cue?.name === name)!;
const CALL = ["call", "turn 1", "turn 2", "breath 2", "turn 3", "verdict"];

describe("A call", () => {
  const beats = told({ ...CLAIMED, cards: [true, false, false] }, ...CALLED, CAUGHT, ...PAID, ...NEXT);
  const at = (name: string) => names(beats).indexOf(name);

  test("is told as question, two dice, breath, third die, verdict, points, new round", () => {
    expect(names(beats)).toEqual([...CALL, "points", "round", null]);
  });

  test("has no title before the third die lies face up", () => {
    expect(beats.slice(1, at("verdict")).map(({ cue }) => cue!.card)).toEqual([undefined, undefined, undefined, undefined]);
    expect(named(beats, "verdict").cue!.card).toBe("top");
    expect(beats.slice(0, at("verdict")).flatMap(({ events }) => events).map(({ type }) => type)).not.toContain("was_bluff");
  });

  test("says nothing of the dice before the third one lies", () => {
    const types = (beat: Beat) => beat.story.map(({ event }) => event.type);
    expect(beats.slice(0, at("turn 3")).flatMap(types)).not.toContain("shown");
    expect(types(beats[at("turn 3")]!)).toContain("shown");
  });

  test("shows the claimant’s dice and no others", () => {
    for (const beat of beats.slice(at("turn 1"), at("round"))) {
      expect(boardOf(beat).phase).toEqual({ type: "immunity", claimant: OTTER, accuser: ANN, total: 13, dice: [5, 2, 3] });
    }
    expect(boardOf(beats[0]!).phase).toEqual(CLAIMED.phase);
  });

  test("moves no points before the title was read, then both at once", () => {
    for (const beat of beats.slice(0, at("points"))) {
      expect(boardOf(beat).scores).toEqual([22, 9, 17]);
      expect(beat.cue!.costs).toBeUndefined();
    }
    expect(named(beats, "points").cue!.costs).toEqual([[OTTER, -13], [ANN, 13]]);
    expect(boardOf(named(beats, "points")).scores).toEqual([35, 9, 4]);
  });

  test("deals new dice only after the points have landed", () => {
    for (const beat of beats.slice(0, at("round"))) {
      expect(beat.mine[0]!.secret).toEqual(OLD);
      expect(boardOf(beat).round).toBe(1);
    }
    const round = named(beats, "round");
    expect(round.mine[0]!.secret).toEqual(NEW);
    expect(boardOf(round)).toMatchObject({ round: 2, leader: ANN, phase: { type: "claiming", circle: [ANN, OTTER, FOX], claims: [[], [], []] } });
  });

  test("ends with the hall’s own board", () => {
    expect(beats.at(-1)).toMatchObject({ telling: false, shown: { board: "the hall’s" } });
  });

  test("of a true claim lets the claimant gain and the accuser lose", () => {
    const honest = [{ type: "no_bluff", seat: OTTER, total: 13 }, { type: "gained", seat: OTTER, points: 19, score: 36 }, { type: "lost", seat: ANN, points: 13, score: 9 }];
    const beats = told(CLAIMED, ...CALLED, ...honest, ...NEXT);
    expect(names(beats)).toEqual([...CALL, "points", "round", null]);
    expect(named(beats, "points").cue!.costs).toEqual([[OTTER, 19], [ANN, -13]]);
  });

  test("lets nothing fly from those who have nothing to lose", () => {
    const [beat] = told(ASKED_FOR_CARD, { type: "lost", seat: OTTER, points: 0, score: 0 }, PAID[1]!);
    expect(beat!.cue!.costs).toEqual([[ANN, 13]]);
  });

  test("sounds like a win to one of the two, like a loss to the other, and like neither to the rest", () => {
    const sound = (me: number | null) => named(tellTo(me, CLAIMED, ...CALLED, CAUGHT), "verdict").cue!.sound;
    expect([ANN, OTTER, FOX, null].map(sound)).toEqual(["win", "loss", "reveal", "reveal"]);
  });
});

describe("The card", () => {
  test("is asked for after the verdict: the points come with a later change", () => {
    const beats = told(CLAIMED, ...CALLED, CAUGHT);
    expect(names(beats)).toEqual([...CALL, null]);
    expect(boardOf(named(beats, "verdict"))).toEqual(ASKED_FOR_CARD);
  });

  test("that is kept leads to the points, with the dice still there", () => {
    const beats = told(ASKED_FOR_CARD, { type: "immunity_declined", seat: OTTER }, ...PAID, ...NEXT);
    expect(names(beats)).toEqual(["deciding", "points", "round", null]);
    expect(beats[0]!.story.at(-1)!.event.type).toBe("committed");
    expect(boardOf(beats[1]!)).toMatchObject({ scores: [35, 9, 4], cards: [true, false, true], phase: ASKED_FOR_CARD.phase });
  });

  test("that is played saves the points, and is gone", () => {
    const beats = told(ASKED_FOR_CARD, { type: "immunity_played", seat: OTTER }, ...NEXT);
    expect(names(beats)).toEqual(["deciding", "immune", "round", null]);
    expect(named(beats, "immune").cue!.card).toBe("top");
    expect(boardOf(named(beats, "immune"))).toMatchObject({ scores: [22, 9, 17], cards: [true, false, false] });
  });

  test("keeps nobody waiting for a decision of their own", () => {
    expect(names(tellTo(OTTER, ASKED_FOR_CARD, { type: "immunity_declined", seat: OTTER }, ...PAID))).toEqual(["points", null]);
  });
});

describe("What is told in passing", () => {
  const passed = { type: "believed", seat: ANN, claimant: OTTER, points: 13, score: 30 };

  test("a claim is trivia, together with the claim that it lets pass", () => {
    const beats = told(CLAIMED, passed, { type: "claimed", seat: ANN, total: 11 });
    expect(beats.map(({ cue, telling }) => [cue?.isTrivia, telling])).toEqual([[true, false]]);
    const folded = [passed, { type: "claimed", seat: ANN, total: 11 }].reduce((board, event) => script.fold(board, event as BluffEvent), CLAIMED);
    expect(folded).toMatchObject({ scores: [22, 9, 30], phase: { type: "answering", circle: [FOX, OTTER, ANN], claims: [[11], [9], [13]] } });
  });

  test("a claim that is believed at the last answer stands, without dice", () => {
    const beats = told(CLAIMED, passed, ...NEXT);
    expect(names(beats)).toEqual(["stands", "round", null]);
    expect(beats[0]!.cue!.costs).toEqual([[OTTER, 13]]);
    expect(boardOf(beats[0]!).scores).toEqual([22, 9, 30]);
  });

  test("a claimant who leaves takes the claim along", () => {
    const beats = told(CLAIMED, { type: "left", seat: OTTER }, { type: "claim_void", seat: OTTER, total: 13 });
    const voided = named(beats, "void");
    expect(boardOf(voided)).toMatchObject({ left: [OTTER], players: [ANN, FOX], phase: { type: "claiming", circle: [ANN, FOX], claims: [[], [9], []] } });
  });
});

describe("The end", () => {
  test("a tie makes an elimination round of those who are tied", () => {
    const tied = { type: "tied", seats: [ANN, FOX], score: 35 };
    const began = { type: "elimination_began", elimination: 1, leader: ANN, score: 35, order: [ANN, FOX] };
    const beats = told(ASKED_FOR_CARD, ...PAID, tied, began, { type: "dealt" });
    expect(names(beats)).toEqual(["points", "tied", "round", null]);
    expect(boardOf(beats[0]!).players).toEqual([ANN, FOX, OTTER]);
    expect(boardOf(beats[1]!)).toMatchObject({ players: [ANN, FOX], depth: [1, 1, 0] });
    expect(boardOf(beats[2]!).phase).toMatchObject({ type: "claiming", circle: [ANN, FOX] });
  });

  test("the winner’s title comes after the points", () => {
    const beats = told(ASKED_FOR_CARD, ...PAID, { type: "won", seat: ANN, score: 35 });
    expect(names(beats)).toEqual(["points", "won", null]);
    expect(beats[1]!.cue).toMatchObject({ card: "over", sound: "win" });
  });

  test("who is still tied waits for the draw with bated breath", () => {
    const beats = told(CLAIMED, { type: "still_tied", seats: [ANN, FOX], score: 22 }, { type: "won", seat: FOX, score: 22 });
    expect(names(beats)).toEqual(["draw", "won", null]);
    expect(boardOf(beats[0]!)).toMatchObject({ players: [ANN, FOX], phase: { type: "tiebreak" } });
  });
});
