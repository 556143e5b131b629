import type { PublicTable } from "#protocol";
import { expect, test } from "vitest";
import { beatsOf } from "../../src/state/beats";
import { MS } from "../../src/state/durations";
import type { AnyEvent, TableState, Told } from "../../src/state/fold";
import { cue, type Script, TRIVIA } from "../../src/state/script";

const PICKED = { type: "picked", seat: 0, number: 3 } as AnyEvent;
const THREW = { type: "threw", seat: 1, number: 3 } as AnyEvent;
const HIT = { type: "locked" } as AnyEvent;
const STOOD = { type: "stood", who: "ben" } as unknown as AnyEvent;
const ENDED = { type: "game_ended" } as unknown as AnyEvent;
const STARTED = { type: "game_started" } as unknown as AnyEvent;

const told = (id: number, event: AnyEvent): Told => ({ id, event, game: "toy", seats: [] });
const BEFORE: TableState = {
  code: "kiro",
  version: 7,
  shown: { board: 10 } as unknown as PublicTable,
  people: {},
  won: {},
  mine: [{ seat: 0, secret: 4, moves: [{ type: "pick" }] }],
  absent: [],
  watching: 0,
  story: [told(1, PICKED)],
  fresh: 1,
  missed: false,
  chat: [],
  warning: null,
  uncertain: false,
  gone: null,
};
const after = (...events: readonly AnyEvent[]): TableState => ({
  ...BEFORE,
  version: 8,
  shown: { board: 99 } as unknown as PublicTable,
  won: { ann: 1 },
  mine: [{ seat: 0, secret: 5, moves: [{ type: "hold" }] }],
  story: [...BEFORE.story, ...events.map((event, index) => told(2 + index, event))],
  fresh: events.length > 0 ? 2 : BEFORE.fresh,
});
const DEALT = { type: "dealt" } as unknown as AnyEvent;
const marks = {
  isThrown: ({ event }: Told) => event.type === "threw",
  isShouted: ({ event }: Told) => event.type === "locked",
};
/** A board that counts what has happened. */
const script: Script = {
  fold: (board: number) => board + 1,
  joins: (event, next) => event.type === "locked" && next.type === "locked",
  cues: ([first]) => {
    if (first!.type === "threw") return [cue("throw", { isHushed: true }), cue("lies")];
    if (first!.type === "locked") return [cue("breath", { isHushed: true }), cue("verdict", { card: "over" })];
    return first!.type === "dealt" ? [cue("round")] : [TRIVIA];
  },
  deals: "dealt",
};
const beats = (...events: readonly AnyEvent[]) => beatsOf(BEFORE, after(...events), script, marks);
const names = (...events: readonly AnyEvent[]) => beats(...events).map((beat) => beat.cue?.name ?? "now");

test("beats come one after the other: throw, dice lie, breath, verdict, and only then the table as it is", () => {
  expect(names(THREW, HIT)).toEqual(["throw", "lies", "breath", "verdict", "now"]);
});

test("each beat has the board that belongs to it, and the last one that of the hall", () => {
  expect(beats(THREW, HIT).map(({ shown }) => shown.board)).toEqual([11, 11, 12, 12, 99]);
});

test("nothing is said before its time", () => {
  expect(beats(THREW, HIT).map(({ story }) => story.at(-1)!.id)).toEqual([1, 2, 2, 3, 3]);
});

test("versions are those that the hall has given, and only the last beat has the new one", () => {
  expect(beats(THREW).map(({ version, telling, won }) => [version, telling, won])).toEqual([
    [7, true, {}],
    [7, true, {}],
    [8, false, { ann: 1 }],
  ]);
});

test("nobody is offered a move while there is still something to see, and a secret stays until new ones are dealt", () => {
  expect(beats(HIT, DEALT).map(({ mine: [own] }) => own)).toEqual([
    { seat: 0, secret: 4, moves: [] },
    { seat: 0, secret: 4, moves: [] },
    { seat: 0, secret: 5, moves: [] },
    { seat: 0, secret: 5, moves: [{ type: "hold" }] },
  ]);
});

test("what is told together has its beats once", () => {
  expect(names(HIT, HIT, HIT)).toEqual(["breath", "verdict", "now"]);
  expect(beats(HIT, HIT, HIT)[1]!.events).toEqual([HIT, HIT, HIT]);
});

test("trivia at the end comes together with the next question", () => {
  expect(beats(PICKED)).toMatchObject([{ version: 8, telling: false, cue: TRIVIA, events: [PICKED], fresh: 2 }]);
  expect(names(HIT, PICKED)).toEqual(["breath", "verdict", "trivia"]);
});

test("each beat knows how far the telling has come", () => {
  expect(beats(THREW).map(({ at, of }) => [at, of])).toEqual([[0, 3], [1, 3], [2, 3]]);
});

test("nobody waits to see that a game is over", () => {
  expect(names(HIT, ENDED)).toEqual(["breath", "verdict", "now"]);
  expect(names(ENDED)).toEqual(["now"]);
  expect(beats()).toMatchObject([{ version: 8, telling: false, cue: null, fresh: 1 }]);
});

test("a game that begins is shown at once", () => {
  expect(names(STARTED, HIT, PICKED)).toEqual(["now"]);
});

test("a game without a script is told as well: dice fall, titles stand, and the board changes last", () => {
  const told = beatsOf(BEFORE, after(THREW, HIT, PICKED), null, marks);
  expect(told.map((beat) => [beat.cue?.name, beat.cue?.ms, beat.shown.board])).toEqual([
    ["throw", MS.throw, 10],
    ["lies", MS.lies, 10],
    ["verdict", MS.verdict, 10],
    ["trivia", MS.trivia, 99],
  ]);
});

test("what happens at the table itself leaves the board as it is", () => {
  const deaf: Script = { ...script, fold: (board: number, event: AnyEvent) => (event === HIT ? board + 1 : undefined) };
  expect(beatsOf(BEFORE, after(STOOD, HIT), deaf, marks).map(({ shown }) => shown.board)).toEqual([10, 11, 11, 99]);
});

test("boards hear nothing of what only the hall knows, such as the end and the dice it has promised", () => {
  const COMMITTED = { type: "committed" } as unknown as AnyEvent;
  const strict: Script = {
    ...script,
    fold: (board: number, { type }) => {
      if (type === "game_ended" || type === "committed") throw new Error(`no event of the game: ${type}`);
      return board + 1;
    },
  };
  const [breath] = beatsOf(BEFORE, after(HIT, ENDED, COMMITTED), strict, marks);
  expect(breath!.shown.board).toBe(11);
});
