/** What a browser notes about dice before they fall. */

import { expect, test } from "vitest";
import type { AnyEvent, TableState } from "../../src/state/fold";
import { notedAfter, notedSeed, NOTHING_NOTED, type Noted } from "../../src/state/noted";

const [ONE, TWO, THREE] = ["1".repeat(64), "2".repeat(64), "3".repeat(64)];

function table(version: number, games: number, waiting: "lobby" | "over" | "ask", commit: string): TableState {
  return { version, shown: { games, commit, waiting: waiting === "lobby" ? null : { type: waiting } } } as unknown as TableState;
}

const COMMITTED = [{ type: "committed", commit: TWO }] as AnyEvent[];
const lobby = table(1, 0, "lobby", ONE);
const inLobby = notedAfter(NOTHING_NOTED, undefined, lobby, []);

test("a waiting table tells the commitment to its next game", () => {
  expect(inLobby.told).toEqual({ 1: ONE });
});

test("what is known already changes nothing", () => {
  expect(notedAfter(inLobby, lobby, table(2, 0, "lobby", ONE), [])).toBe(inLobby);
});

test("the last commitment before the game counts", () => {
  expect(notedAfter(inLobby, lobby, table(2, 0, "lobby", TWO), COMMITTED).told).toEqual({ 1: TWO });
});

test("what a running game says about itself was not told before it", () => {
  expect(notedAfter(NOTHING_NOTED, undefined, table(5, 1, "ask", ONE), [])).toBe(NOTHING_NOTED);
  expect(notedAfter(inLobby, lobby, table(5, 1, "ask", TWO), [])).toBe(inLobby); // another one: the check will say so
});

test("a table that commits again as it starts was not seen to", () => {
  expect(notedAfter(inLobby, lobby, table(5, 1, "ask", TWO), COMMITTED).told).toEqual({});
});

test("the end of a game tells the next commitment, and the last one is kept", () => {
  const running = table(5, 1, "ask", ONE);
  const after = notedAfter(inLobby, running, table(9, 1, "over", TWO), COMMITTED);
  expect(after.told).toEqual({ 1: ONE, 2: TWO });
  expect(notedAfter(after, undefined, table(20, 2, "over", THREE), []).told).toEqual({ 2: TWO, 3: THREE });
});

test("another table with the same code begins anew", () => {
  const old: Noted = { version: 40, told: { 1: TWO }, sent: [{ seed: "old", commit: TWO }] };
  expect(notedAfter(old, undefined, lobby, [])).toEqual({ version: 1, told: { 1: ONE }, sent: [] });
});

test("a seed is noted with the commitment that was on the screen", () => {
  expect(notedSeed(NOTHING_NOTED, "a", lobby).sent).toEqual([{ seed: "a", commit: ONE }]);
  expect(notedSeed(NOTHING_NOTED, "a", undefined).sent).toEqual([{ seed: "a", commit: "" }]);
  expect(notedSeed(NOTHING_NOTED, "a", table(5, 1, "ask", ONE)).sent).toEqual([{ seed: "a", commit: "" }]);
});
