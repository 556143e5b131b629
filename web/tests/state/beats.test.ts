import type { PublicTable } from "#protocol";
import { expect, test } from "vitest";
import { beatsOf } from "../../src/state/beats";
import type { AnyEvent, TableState, Told } from "../../src/state/fold";

const PICKED = { type: "picked", seat: 0, number: 3 } as AnyEvent;
const THREW = { type: "threw", seat: 1, number: 3 } as AnyEvent;
const HIT = { type: "locked" } as AnyEvent;
const ENDED = { type: "game_ended" } as unknown as AnyEvent;
const STARTED = { type: "game_started" } as unknown as AnyEvent;

const told = (id: number, event: AnyEvent): Told => ({ id, event, game: "toy", seats: [] });
const BEFORE: TableState = {
  code: "kiro",
  version: 7,
  shown: { locked: false } as PublicTable,
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
  gone: null,
};
const after = (...events: readonly AnyEvent[]): TableState => ({
  ...BEFORE,
  version: 8,
  shown: { locked: true } as PublicTable,
  won: { ann: 1 },
  mine: [{ seat: 0, secret: 5, moves: [{ type: "hold" }] }],
  story: [...BEFORE.story, ...events.map((event, index) => told(2 + index, event))],
  fresh: events.length > 0 ? 2 : BEFORE.fresh,
});
const never = () => false;
const marks = {
  isThrown: ({ event }: Told) => event.type === "threw",
  isShouted: ({ event }: Told) => event.type === "locked",
};
const beats = (...events: readonly AnyEvent[]) => beatsOf(BEFORE, after(...events), marks);
/** What each beat brings. */
const parts = (...events: readonly AnyEvent[]) =>
  beats(...events).map(({ story, fresh }) => story.filter(({ id }) => id > 1 && id >= fresh).map(({ event }) => event));

test("the dice lie before anybody sees what comes of them", () => {
  const [first, last, ...more] = beatsOf(BEFORE, after(PICKED, THREW, HIT), { ...marks, isShouted: never });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ version: 7, shown: { locked: false }, won: {}, telling: true, fresh: 2 });
  expect(first!.story.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(last).toMatchObject({ version: 8, shown: { locked: true }, won: { ann: 1 }, telling: false, fresh: 4 });
  expect(last!.story.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("nobody is offered a move while there is still something to see, and a secret stays what it was", () => {
  const [first, last] = beats(THREW, HIT);
  expect(first!.mine).toEqual([{ seat: 0, secret: 4, moves: [] }]);
  expect(last!.mine).toEqual([{ seat: 0, secret: 5, moves: [{ type: "hold" }] }]);
});

test("what is shouted stands alone", () => {
  expect(parts(PICKED, HIT, PICKED, PICKED)).toEqual([[PICKED], [HIT], [PICKED, PICKED]]);
  expect(parts(THREW, HIT, HIT)).toEqual([[THREW], [HIT], [HIT]]);
});

test("dice that fall together lie together", () => {
  expect(parts(THREW, THREW, PICKED)).toEqual([[THREW, THREW], [PICKED]]);
});

test("nobody waits to see that a game is over", () => {
  expect(parts(PICKED, HIT, ENDED)).toEqual([[PICKED], [HIT, ENDED]]);
  expect(parts(THREW, ENDED)).toHaveLength(1);
  expect(parts(ENDED)).toHaveLength(1);
});

test("what needs no moment of its own comes as it is", () => {
  expect(beatsOf(BEFORE, after(PICKED, THREW, HIT), { isThrown: never, isShouted: never })).toHaveLength(1);
  expect(beats()).toMatchObject([{ version: 8, telling: false, fresh: 1, seconds: 0 }]);
  expect(parts(PICKED, THREW)).toHaveLength(1);
});

test("a game that begins is shown at once", () => {
  expect(parts(STARTED, HIT, PICKED)).toEqual([[STARTED, HIT, PICKED]]);
});

test("versions are those that the hall has given, and only the last beat has the new one", () => {
  expect(beats(THREW, HIT, PICKED).map(({ version, telling }) => [version, telling])).toEqual([
    [7, true],
    [7, true],
    [8, false],
  ]);
});

test("a title is seen longest, dice and several things longer than one", () => {
  const [thrown, shouted, plain] = beats(THREW, HIT, PICKED).map(({ seconds }) => seconds);
  expect(shouted).toBeGreaterThan(thrown!);
  expect(thrown).toBeGreaterThan(plain!);
  expect(beats(PICKED, PICKED)[0]!.seconds).toBe(thrown);
});
