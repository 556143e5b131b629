import type { ServerMessage } from "#protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "../../src/state/telling";

const update = (version: number): ServerMessage => ({ type: "update", table: "kiro", version, events: [], changes: {} });
const CHAT = { type: "chat", table: "kiro", audience: "all", line: { number: 1, who: "a", name: "Ann", text: "hi" } } as const;

let shown: (number | string)[];
let pace: Pace;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  pace = new Pace(
    (message) => shown.push("version" in message ? message.version : message.type),
    () => 1,
    () => 5,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test("what comes alone is shown at once", () => {
  pace.take(update(1));
  expect(shown).toEqual([1]);
});

test("what comes too fast waits its turn, in order", () => {
  for (const version of [1, 2, 3]) pace.take(update(version));
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2, 3]);
});

test("chat does not wait", () => {
  pace.take(update(1));
  pace.take(update(2));
  pace.take(CHAT);
  expect(shown).toEqual([1, "chat"]);
});

test("whoever is in a hurry sees everything at once, and later things as before", () => {
  for (const version of [1, 2, 3]) pace.take(update(version));
  pace.hurry();
  expect(shown).toEqual([1, 2, 3]);
  pace.take(update(4));
  expect(shown.at(-1)).toBe(4);
});

test("a whole table comes after all that was told before it", () => {
  pace.take(update(1));
  pace.take(update(2));
  pace.take({ type: "gone", table: "kiro", reason: "closed" });
  expect(shown).toEqual([1, 2, "gone"]);
});

test("however much waits, it is all shown within a few seconds", () => {
  for (let version = 1; version <= 60; version++) pace.take(update(version));
  vi.advanceTimersByTime(4_000);
  expect(shown.length).toBeLessThan(60);
  vi.advanceTimersByTime(2_000);
  expect(shown).toHaveLength(60);
});

test("who keeps on moving faster than can be seen is never more than some seconds ahead", () => {
  for (let version = 1; version <= 300; version++) {
    pace.take(update(version));
    vi.advanceTimersByTime(100);
    expect(shown.at(-1)).toBeGreaterThan(version - 60);
  }
});

test("where somebody's time runs out, nothing waits", () => {
  for (const version of [1, 2, 3]) pace.take(update(version));
  pace.take({ type: "clock_warning", table: "kiro", seat: 0, seconds: 10 });
  expect(shown).toEqual([1, 2, 3, "clock_warning"]);
});

test("where nothing needs to be seen for long, nothing waits", () => {
  pace = new Pace((message) => shown.push(message.type), () => 0, () => 5);
  pace.take(update(1));
  pace.take(update(2));
  expect(shown).toHaveLength(2);
});
