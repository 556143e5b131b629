import type { MindrollBoard, PublicTable } from "#protocol";
import { describe, expect, test } from "vitest";
import { lastReveal, openDice, sumOf } from "../../src/boards/mindroll/round";
import { script } from "../../src/boards/mindroll/script";
import { beatsOf, type Beat } from "../../src/state/beats";
import { MS } from "../../src/state/durations";
import type { AnyEvent, TableState, Told } from "../../src/state/fold";

const never = () => false;
const MARKS = { isThrown: never, isShouted: never };
const OLD_DIE = { number: 4, colour: "green" } as const;
const NEW_DIE = { number: 2, colour: "yellow" } as const;

const told = (id: number, event: object): Told => ({ id, event: event as AnyEvent, game: "mindroll", seats: [] });
const shown = (seat: number, number: number) => ({ type: "shown", seat, number, colour: "red" });

function table(board: MindrollBoard, events: readonly object[], mine: object | null): TableState {
  return {
    code: "kiro",
    version: events.length,
    shown: { board } as PublicTable,
    people: {},
    won: {},
    mine: [{ seat: 0, secret: mine, moves: [{ type: "reveal" }] }],
    absent: [],
    watching: 0,
    story: events.map((event, at) => told(at + 1, event)),
    fresh: 1,
    missed: false,
    chat: [],
    warning: null,
    uncertain: false,
    gone: null,
  } as TableState;
}

/** The beats of these events, after which the hall has this board. */
function beats(before: MindrollBoard, events: readonly object[], after: MindrollBoard): readonly Beat[] {
  const earlier = { type: "called", seat: 4, total: 19 };
  return beatsOf(table(before, [earlier], OLD_DIE), table(after, [earlier, ...events], NEW_DIE), script, MARKS);
}
const boardOf = (beat: Beat) => beat.shown.board as MindrollBoard;
const names = (all: readonly Beat[]) => all.map(({ cue }) => cue?.name ?? "now");

const BEFORE: MindrollBoard = {
  scores: [1, -1, 2, -2, 0],
  left: [],
  played: 5,
  last: { starter: 1, winner: 2, loser: 3 },
  phase: { type: "answering", starter: 2, call: 19, caller: 4, turn: 0, calls: [{ seat: 4, total: 19 }] },
  change: [0, 0, 1, -1, 0],
  least: 16,
  most: 30,
};
const REVEALED = [
  { type: "revealed", seat: 0, caller: 4, call: 19 },
  ...[4, 3, 5, 2, 3].map((number, seat) => shown(seat, number)),
  { type: "verdict", winner: 0, loser: 4, reason: "sum", call: 19, total: 17, too_high: true },
  { type: "gained", seat: 0, score: 2 },
  { type: "lost", seat: 4, score: -1 },
];
const SCORED: MindrollBoard = {
  ...BEFORE,
  scores: [2, -1, 2, -2, -1],
  played: 6,
  last: { starter: 2, winner: 0, loser: 4 },
  phase: { type: "dealing" },
  change: [1, 0, 0, 0, -1],
};
const DEALT = [{ type: "dealt", round: 7, least: 16, most: 30 }, { type: "starts", seat: 2 }];
const OPENED: MindrollBoard = { ...SCORED, phase: { type: "opening", starter: 2 } };

describe("A reveal", () => {
  const all = beats(BEFORE, [...REVEALED, ...DEALT], OPENED);
  const at = (name: string) => all.find(({ cue }) => cue?.name === name)!;

  test("is told in six beats: card, dice one by one, breath, last die and verdict, scores, new round", () => {
    expect(names(all)).toEqual([
      "revealed", "turn", "turn", "turn", "turn", "breath", "turn", "verdict", "cost", "round", "now",
    ]);
  });

  test("has the time of the table for each", () => {
    expect(all.map(({ cue }) => cue?.ms ?? 0)).toEqual([
      MS.card, MS.turn, MS.turn, MS.turn, MS.turn, MS.breath, MS.turn, MS.verdict, MS.cost, MS.round, 0,
    ]);
  });

  test("is no trivia in any part", () => {
    expect(all.filter(({ cue }) => cue?.isTrivia)).toEqual([]);
  });

  test("counts up die by die, the caller's last, while the call still stands", () => {
    const turning = all.filter(({ cue }) => cue?.name === "turn" || cue?.name === "breath");
    const sums = turning.map(({ story, events, cue }) => sumOf(openDice(lastReveal(story, events)!, cue)));
    expect(sums).toEqual([3, 8, 10, 14, 14, 17]);
    for (const beat of turning) expect(boardOf(beat).phase).toEqual(BEFORE.phase);
  });

  test("says nothing before the last die lies open", () => {
    const told = (beat: Beat) => beat.story.map(({ event }) => event.type);
    expect(told(at("revealed"))).toEqual(["called", "revealed"]);
    expect(told(at("breath"))).toEqual(["called", "revealed"]);
    expect(told(all[6]!).filter((type) => type === "shown")).toHaveLength(5);
    expect(told(all[6]!)).not.toContain("verdict");
  });

  test("is silent for a breath", () => {
    expect(at("breath").cue!.sound).toBeUndefined();
  });

  test("changes no score before the verdict is read", () => {
    const until = all.slice(0, names(all).indexOf("cost"));
    for (const beat of until) expect([boardOf(beat).scores, boardOf(beat).change]).toEqual([BEFORE.scores, BEFORE.change]);
    expect(boardOf(at("cost")).scores).toEqual(SCORED.scores);
    expect(at("cost").cue!.costs).toEqual([[0, 1], [4, -1]]);
  });

  test("leaves the old secrets in place until the next round is dealt", () => {
    const secrets = all.map(({ mine }) => mine[0]!.secret);
    const dealt = names(all).indexOf("round");
    expect(secrets.slice(0, dealt)).toEqual(Array(dealt).fill(OLD_DIE));
    expect(secrets.slice(dealt)).toEqual([NEW_DIE, NEW_DIE]);
  });

  test("stays on the table until then, and is gone with the new dice", () => {
    expect(lastReveal(at("cost").story, at("cost").events)?.dice).toHaveLength(5);
    expect(lastReveal(at("round").story, at("round").events)).toBeNull();
  });

  test("ends with the board that the hall has", () => {
    expect(boardOf(at("cost"))).toEqual(SCORED);
    expect(boardOf(at("round"))).toEqual(OPENED);
  });

  test("asks nobody anything until it is told", () => {
    for (const beat of all.slice(0, -1)) expect([beat.telling, beat.mine[0]!.moves]).toEqual([true, []]);
    expect(all.at(-1)!.mine[0]!.moves).toHaveLength(1);
  });

  test("wins, loses or is somebody else's matter by its sound", () => {
    const verdict = [REVEALED.at(-3) as unknown as AnyEvent];
    const sound = (me: number | null) => script.cues(verdict, { board: BEFORE, me, rest: [] })[0]!.sound;
    expect([sound(0), sound(4), sound(2), sound(null)]).toEqual(["win", "loss", "hit", "win"]);
  });
});

describe("Dice", () => {
  const steps = (dice: number) =>
    script
      .cues(Array.from({ length: dice }, (_, seat) => shown(seat, 1) as unknown as AnyEvent), { board: BEFORE, me: 0, rest: [] })
      .map(({ name, step }) => `${name} ${step}`);

  test("of two players are the duel", () => {
    expect(steps(2)).toEqual(["turn 1", "breath 1", "turn 2"]);
  });

  test("turn one by one up to six", () => {
    expect(steps(6)).toEqual(["turn 1", "turn 2", "turn 3", "turn 4", "turn 5", "breath 5", "turn 6"]);
  });

  test("above six turn in pairs, but for those of the duel", () => {
    expect(steps(7)).toEqual(["turn 2", "turn 4", "turn 5", "turn 6", "breath 6", "turn 7"]);
    expect(steps(10)).toEqual(["turn 2", "turn 4", "turn 6", "turn 8", "turn 9", "breath 9", "turn 10"]);
  });
});

describe("Calls", () => {
  test("are trivia, told together with who must answer", () => {
    const after: MindrollBoard = { ...BEFORE, phase: { type: "answering", starter: 2, call: 20, caller: 0, turn: 3, calls: [{ seat: 4, total: 19 }, { seat: 0, total: 20 }] } };
    const all = beats(BEFORE, [{ type: "called", seat: 0, total: 20 }, { type: "chosen", seat: 3 }], after);
    expect(all).toMatchObject([{ telling: false, cue: { isTrivia: true } }]);
  });

  test("leave the board as the rules have it", () => {
    const called = script.fold(OPENED, { type: "called", seat: 2, total: 18 }) as MindrollBoard;
    expect(called.phase).toEqual({ type: "passing", starter: 2, call: 18, caller: 2, calls: [{ seat: 2, total: 18 }] });
    const chosen = script.fold(called, { type: "chosen", seat: 1 }) as MindrollBoard;
    expect(chosen.phase).toEqual({ type: "answering", starter: 2, call: 18, caller: 2, turn: 1, calls: [{ seat: 2, total: 18 }] });
  });

  test("of two go back and forth", () => {
    const two = { ...OPENED, left: [1, 3, 4] };
    const called = script.fold(two, { type: "called", seat: 2, total: 9 }) as MindrollBoard;
    expect(called.phase).toEqual({ type: "answering", starter: 2, call: 9, caller: 2, turn: 0, calls: [{ seat: 2, total: 9 }] });
  });
});

describe("The end", () => {
  test("of a round that somebody leaves is told before new dice are dealt", () => {
    const events = [{ type: "left", seat: 3 }, { type: "voided", round: 6 }, { ...DEALT[0], round: 6, least: 13, most: 24 }, DEALT[1]!];
    const after: MindrollBoard = { ...BEFORE, left: [3], least: 13, most: 24, phase: { type: "opening", starter: 2 } };
    const all = beats(BEFORE, events, after);
    expect(names(all)).toEqual(["voided", "round", "now"]);
    expect(boardOf(all[0]!)).toEqual({ ...after, phase: { type: "dealing" } });
    expect(all[0]!.mine[0]!.secret).toEqual(OLD_DIE);
    expect(boardOf(all[1]!)).toEqual(after);
  });

  test("of a match comes after the last scores, as a card", () => {
    const after: MindrollBoard = { ...SCORED, phase: { type: "finished" } };
    const all = beats(BEFORE, [...REVEALED, { type: "won", seat: 0, score: 2 }, { type: "game_ended" }], after);
    expect(names(all).slice(-3)).toEqual(["cost", "won", "now"]);
    expect(all.at(-2)).toMatchObject({ cue: { card: "over", sound: "win" } });
    expect(boardOf(all.at(-2)!)).toEqual(after);
  });

  test("of an open match is one card, and shared by those who are ahead", () => {
    const after: MindrollBoard = { ...BEFORE, phase: { type: "finished" } };
    const stopped = [{ type: "stopped" }, { type: "voided", round: 6 }, { type: "shared", seats: [1, 2], score: 2 }];
    const all = beats(BEFORE, stopped, after);
    expect(names(all)).toEqual(["voided", "won", "now"]);
    expect(all[1]!.cue!.sound).toBe("loss");
    expect(boardOf(all[1]!)).toEqual(after);
    expect(names(beats(SCORED, [stopped[0]!, stopped[2]!], after))).toEqual(["won", "now"]);
  });
});
