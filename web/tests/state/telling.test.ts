import type { PublicTable, ServerMessage } from "#protocol";
import { beforeEach, expect, test } from "vitest";
import type { Pace } from "../../src/look/preferences.svelte";
import type { Beat } from "../../src/state/beats";
import type { TableState } from "../../src/state/fold";
import { cue, TRIVIA } from "../../src/state/script";
import { hear, hurry, lookAgain, next, onScreen, showMe, SILENT, tell, type Telling } from "../../src/state/telling";

const SECOND = cue("verdict", { ms: 1000 });

const beat = (version: number, more: Partial<Beat> = {}): Beat => ({
  version, shown: {} as PublicTable, won: {}, mine: [], story: [], fresh: version, telling: false, cue: SECOND, events: [], at: 0, of: 1, ...more,
});
const trivia = (version: number) => beat(version, { cue: TRIVIA, events: [{ type: "locked", who: String(version) } as never] });
const MY_TURN = { mine: [{ seat: 0, secret: null, moves: [{ type: "pick" }] }] };
/** The table as the hall has told it last. */
const table = (version: number): TableState => ({
  code: "kiro", people: {}, absent: [], watching: 0, missed: false, chat: [], warning: null, uncertain: false, gone: null,
  ...beat(version),
});

let now: number;
let telling: Telling;
let latest: number;

/** The version on the screen. */
const shown = () => onScreen(table(latest), telling).version;

function take(...beats: readonly Beat[]): void {
  telling = tell(telling, beats, now);
  latest = beats.at(-1)!.version;
}

/** Time passes, and the clock asks for the next beat whenever the current one was seen for long enough. */
function pass(ms: number, pace: Pace = "full"): number[] {
  const seen = [];
  const end = now + ms;
  while (telling.waiting.length > 0 && !telling.isBehind && telling.until <= end) {
    now = Math.max(now, telling.until);
    telling = next(telling, now, pace);
    seen.push(shown());
  }
  now = end;
  return seen;
}

beforeEach(() => {
  [now, telling, latest] = [100_000, SILENT, 0];
});

test("what comes alone is shown at once", () => {
  take(beat(1));
  expect(shown()).toBe(1);
});

test("what comes too fast waits its turn, in order, and nothing is shortened", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  expect(shown()).toBe(1);
  expect(pass(999)).toEqual([]);
  expect(pass(1)).toEqual([2]);
  expect(pass(1000)).toEqual([3]);
});

test("what comes later, when the last thing was seen for long enough, does not wait", () => {
  take(beat(1));
  pass(1000);
  take(beat(2));
  expect(shown()).toBe(2);
});

test("chat does not wait", () => {
  take(beat(1));
  take(beat(2));
  const chat = [{ number: 1, who: "a", name: "Ann", text: "hi", channel: "all" }] as const;
  expect(onScreen({ ...table(2), chat, watching: 3 }, telling)).toMatchObject({ version: 1, chat, watching: 3 });
});

test("a tap shows the next beat, and in a hurry you see everything at once, and later things as before", () => {
  for (const version of [1, 2, 3, 4]) take(beat(version));
  telling = next(telling, now);
  expect(shown()).toBe(2);
  telling = hurry(telling);
  expect(shown()).toBe(4);
  take(beat(5));
  expect(shown()).toBe(5);
});

test("news is what the last beat brought, also after a hurry", () => {
  take(beat(1, { fresh: 11, telling: true }), beat(1, { fresh: 12, telling: true }), beat(2, { fresh: 14 }));
  expect(onScreen({ ...table(2), fresh: 11 }, telling).fresh).toBe(11);
  expect(onScreen({ ...table(2), fresh: 11 }, hurry(telling)).fresh).toBe(14);
  expect(onScreen({ ...table(2), fresh: 15 }, hurry(telling)).fresh).toBe(15);
});

test("while a change is told nobody is asked, and then all are", () => {
  take(beat(1, { telling: true }), beat(2));
  expect(onScreen(table(2), telling)).toMatchObject({ version: 1, telling: true });
  pass(1000);
  expect(onScreen(table(2), telling)).toMatchObject({ version: 2, telling: false });
});

test("trivia that waits is one beat, which tells all of it", () => {
  take(beat(1));
  for (const version of [2, 3, 4]) take(trivia(version));
  expect(telling.waiting).toHaveLength(1);
  expect(telling.waiting[0]).toMatchObject({ version: 4, fresh: 2, cue: TRIVIA });
  expect(telling.waiting[0]!.events).toHaveLength(3);
});

test("when much waits, trivia is cut and every climax stays", () => {
  for (let version = 1; version <= 12; version += 2) take(beat(version), trivia(version + 1));
  expect(telling.waiting.filter(({ cue }) => cue === TRIVIA)).toHaveLength(1); // the last one has the question
  expect(pass(60_000)).toEqual([3, 5, 7, 9, 11, 12]);
});

test("where too much waits, whole turns are skipped, and the next beat says how many", () => {
  for (let version = 1; version <= 30; version++) take(beat(version));
  const [first] = telling.waiting;
  expect(first).toMatchObject({ version: 19, skipped: 17, fresh: 2 });
  expect(pass(60_000)).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
});

const TITLED = cue("verdict", { ms: 1000, card: "top" });
const PLAYING = { mine: [{ seat: 0, secret: null, moves: [] }] };
const MY_THROW = { ...PLAYING, shown: { waiting: { type: "chance", thrower: 0 } } as PublicTable };

test("while nobody waits for me, turns without a climax are left out and every climax is told", () => {
  for (let version = 1; version <= 40; version++) take(beat(version, { ...PLAYING, cue: version % 2 === 0 ? TITLED : SECOND }));
  expect(pass(60_000).filter((version) => version % 2 === 0)).toHaveLength(20);
  for (let version = 41; version <= 140; version++) take(beat(version, { ...PLAYING, cue: TITLED }));
  expect(telling.waiting[0]).toMatchObject({ version: 81, skipped: 39 }); // a minute of them is enough
});

test.each([["my choice", MY_TURN], ["my throw", MY_THROW]])("climaxes of others make room for %s", (_, asked) => {
  for (let version = 1; version <= 29; version++) take(beat(version, { ...PLAYING, cue: TITLED }));
  expect(telling.waiting).toHaveLength(28);
  take(beat(30, { ...asked, cue: TITLED }));
  expect(telling.waiting[0]).toMatchObject({ version: 19, skipped: 17 });
});

test("who only watches keeps up with the table, climaxes or not", () => {
  for (let version = 1; version <= 30; version++) take(beat(version, { cue: TITLED }));
  expect(telling.waiting[0]).toMatchObject({ version: 19, skipped: 17 });
});

test("a turn that has cost me something is never left out, and each beat says how many were before it", () => {
  const mine = [{ seat: 4, secret: null, moves: [{ type: "pick" }] }];
  const blow = (version: number, seat: number) => beat(version, { mine, cue: cue("fly", { ms: 1000, costs: [[seat, -1]] }) });
  for (let version = 1; version <= 30; version++) take(blow(version, version === 5 ? 4 : 3));
  expect(telling.waiting.slice(0, 2)).toMatchObject([
    { version: 5, skipped: 3, fresh: 2 },
    { version: 20, skipped: 14, fresh: 6 },
  ]);
  expect(pass(60_000)).toEqual([5, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
});

test("what is being told is told to its end, however much waits", () => {
  take(beat(1, { telling: true }), beat(1, { telling: true }), beat(2, { cue: null }));
  for (let version = 3; version <= 40; version++) take(beat(version));
  expect(telling.waiting.slice(0, 2).map(({ version }) => version)).toEqual([1, 2]);
});

function takeUnseen(...beats: readonly Beat[]): void {
  telling = tell(telling, beats, now, "full", true);
  latest = beats.at(-1)!.version;
}

test("nothing moves on in a page that nobody looks at, and who comes back is asked, unless little has happened", () => {
  take(beat(0));
  for (let version = 1; version <= 4; version++) takeUnseen(beat(version));
  expect(shown()).toBe(0);
  expect(lookAgain(telling)).toBe(telling);
  for (let version = 5; version <= 9; version++) takeUnseen(beat(version));
  telling = lookAgain(telling);
  expect(telling.isBehind).toBe(true);
  expect(pass(60_000)).toEqual([]);
  telling = showMe(telling, now, "full");
  expect(pass(60_000).at(-1)).toBe(9);
});

test("a page that was opened where nobody looked has nothing to catch up with", () => {
  for (let version = 1; version <= 9; version++) takeUnseen(beat(version));
  expect(shown()).toBe(latest);
  telling = lookAgain(telling);
  expect([shown(), telling.waiting, telling.isBehind]).toEqual([9, [], false]);
});

test("who comes back at their own turn is at now, and so is who was asked when their turn comes", () => {
  take(beat(0));
  for (let version = 1; version <= 9; version++) takeUnseen(beat(version));
  const asked = lookAgain(telling);
  expect(tell(asked, [beat(10, MY_TURN)], now)).toMatchObject({ current: { version: 10 }, waiting: [], isBehind: false });
  takeUnseen(beat(10, MY_TURN));
  expect(lookAgain(telling)).toMatchObject({ current: { version: 10 }, waiting: [], isBehind: false });
});

test("who was away is told how many turns went by, until something else is told", () => {
  const wentBy = () => onScreen(table(latest), telling).wentBy;
  take(beat(0));
  for (let version = 1; version <= 9; version++) takeUnseen(beat(version));
  expect(wentBy()).toBe(0);
  telling = lookAgain(telling);
  expect(wentBy()).toBe(9);
  take(beat(10, MY_TURN));
  expect([shown(), wentBy()]).toEqual([10, 10]);
  take(beat(11));
  expect(wentBy()).toBe(0);
});

test("brisk takes half the time, and results only takes none", () => {
  telling = tell(telling, [beat(1), beat(2), beat(3)], now, "brisk");
  latest = 3;
  expect(pass(500, "brisk")).toEqual([2]);
  telling = tell(SILENT, [beat(1), beat(2), beat(3)], now, "results");
  expect([shown(), telling.waiting]).toEqual([3, []]);
});

test("where only results are wanted, the last title lies over the table as it is, for its time", () => {
  const titled = beat(1, { telling: true, cue: cue("verdict", { card: "over" }), events: [{ type: "locked" } as never] });
  telling = tell(SILENT, [titled, beat(2, { cue: null })], now, "results");
  expect(onScreen(table(2), telling)).toMatchObject({ version: 2, telling: false, cue: { name: "result", card: "top" }, events: titled.events });
  expect(onScreen(table(2), next(telling, telling.until)).cue).toBeNull();
});

const hears = (message: object) => hear(telling, message as ServerMessage, [0]);

test.each(["gone", "welcome"] as const)("where there is a %s, nothing waits", (type) => {
  for (const version of [1, 2, 3]) take(beat(version));
  telling = hears({ type });
  expect([shown(), telling.waiting]).toEqual([3, []]);
});

test("when my own clock runs out there is no time for a show; that of others changes nothing", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  expect(hears({ type: "clock_warning", seat: 1 })).toBe(telling);
  expect(hears({ type: "clock_warning", seat: 0 }).waiting).toEqual([]);
});

test("a table that comes as a whole is shown as a whole", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  expect(onScreen({ ...table(9), fresh: 2 }, hears({ type: "table" }))).toMatchObject({ version: 9, fresh: 2 });
});

test("other messages leave what waits where it is", () => {
  for (const version of [1, 2]) take(beat(version));
  for (const type of ["chat", "present", "people", "listed", "done"]) expect(hears({ type })).toBe(telling);
});

test("what needs no time of its own comes with what it waited for", () => {
  take(beat(1), beat(2, { cue: null }), beat(3, { cue: null }), beat(4));
  expect(pass(1000)).toEqual([4]);
});
