import type { PublicTable } from "#protocol";
import { beforeEach, expect, test } from "vitest";
import type { Beat } from "../../src/state/beats";
import type { TableState } from "../../src/state/fold";
import { hear, hurry, next, onScreen, patienceAt, SILENT, tell, type Telling } from "../../src/state/telling";

const beat = (version: number, seconds = 1, telling = false): Beat => ({
  version, shown: {} as PublicTable, won: {}, mine: [], story: [], fresh: version, telling, seconds,
});
/** The table as the hall has told it last. */
const table = (version: number): TableState => ({
  code: "kiro", people: {}, absent: [], watching: 0, missed: false, chat: [], warning: null, gone: null, ...beat(version),
});

let now: number;
let telling: Telling;
let latest: number;

/** The version on the screen. */
const shown = () => onScreen(table(latest), telling).version;

function take(...beats: readonly Beat[]): void {
  telling = tell(telling, beats, now, 5);
  latest = beats.at(-1)!.version;
}

/** Time passes, and the clock asks for the next beat whenever the current one was seen for long enough. */
function pass(seconds: number): number[] {
  const seen = [];
  const end = now + seconds;
  while (telling.waiting.length > 0 && telling.until <= end) {
    now = Math.max(now, telling.until);
    telling = next(telling, now);
    seen.push(shown());
  }
  now = end;
  return seen;
}

beforeEach(() => {
  [now, telling, latest] = [100, SILENT, 0];
});

test("what comes alone is shown at once", () => {
  take(beat(1));
  expect(shown()).toBe(1);
});

test("what comes too fast waits its turn, in order", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  expect(shown()).toBe(1);
  expect(pass(1)).toEqual([2]);
  expect(pass(1)).toEqual([3]);
});

test("what comes later, when the last thing was seen for long enough, does not wait", () => {
  take(beat(1));
  pass(1);
  take(beat(2));
  expect(shown()).toBe(2);
});

test("chat does not wait", () => {
  take(beat(1));
  take(beat(2));
  const chat = [{ number: 1, who: "a", name: "Ann", text: "hi", channel: "all" }] as const;
  expect(onScreen({ ...table(2), chat, watching: 3 }, telling)).toMatchObject({ version: 1, chat, watching: 3 });
});

test("in a hurry you see everything at once, and later things as before", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  telling = hurry(telling);
  expect(shown()).toBe(3);
  take(beat(4));
  expect(shown()).toBe(4);
});

test("news is what the last beat brought, also after a hurry", () => {
  take({ ...beat(1, 1, true), fresh: 11 }, { ...beat(1, 1, true), fresh: 12 }, { ...beat(2), fresh: 14 });
  expect(onScreen({ ...table(2), fresh: 11 }, telling).fresh).toBe(11);
  expect(onScreen({ ...table(2), fresh: 11 }, hurry(telling)).fresh).toBe(14);
  expect(onScreen({ ...table(2), fresh: 15 }, hurry(telling)).fresh).toBe(15);
});

test("while a change is told nobody is asked, and then all are", () => {
  take(beat(1, 1, true), beat(2));
  expect(onScreen(table(2), telling)).toMatchObject({ version: 1, telling: true });
  pass(1);
  expect(onScreen(table(2), telling)).toMatchObject({ version: 2, telling: false });
});

test("however much waits, it is all shown within a few seconds", () => {
  for (let version = 1; version <= 60; version++) take(beat(version));
  expect(pass(4).length).toBeLessThan(59);
  pass(2);
  expect([shown(), telling.waiting]).toEqual([60, []]);
});

test("who keeps on moving faster than can be seen is never more than some seconds ahead", () => {
  for (let version = 1; version <= 300; version++) {
    take(beat(version));
    pass(0.1);
    expect(shown()).toBeGreaterThan(version - 60);
  }
});

test.each(["clock_warning", "gone", "welcome"] as const)("where there is a %s, nothing waits", (type) => {
  for (const version of [1, 2, 3]) take(beat(version));
  telling = hear(telling, { type });
  expect([shown(), telling.waiting]).toEqual([3, []]);
});

test("a table that comes as a whole is shown as a whole", () => {
  for (const version of [1, 2, 3]) take(beat(version));
  expect(onScreen({ ...table(9), fresh: 2 }, hear(telling, { type: "table" }))).toMatchObject({ version: 9, fresh: 2 });
});

test("other messages leave what waits where it is", () => {
  for (const version of [1, 2]) take(beat(version));
  for (const type of ["chat", "present", "people", "listed", "done"] as const) expect(hear(telling, { type })).toBe(telling);
});

test("where nothing needs to be seen for long, nothing waits", () => {
  take(beat(1, 0));
  take(beat(2, 0));
  expect([shown(), telling.waiting]).toEqual([2, []]);
});

test("what needs no time of its own comes with what it waited for", () => {
  take(beat(1), beat(2, 0), beat(3, 0), beat(4));
  expect(pass(1)).toEqual([4]);
});

test("a fast clock is not eaten up", () => {
  expect(patienceAt({ clock: 20, on_timeout: "play" })).toBe(4);
  expect(patienceAt({ clock: 600, on_timeout: "kick" })).toBe(patienceAt({ clock: 20, on_timeout: "wait" }));
});
