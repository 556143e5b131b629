import { expect, test } from "vitest";
import type { TournamentScoreView } from "#protocol";
import { linesOf } from "../../src/views/tournament/standings";
import { round, shown, table } from "../state/cups";

const WON: TournamentScoreView = { round: 1, points: 1, place: 1, of: 3, table: "one", double: false };

function onStreak(scores: readonly TournamentScoreView[], voids: readonly string[] = []): boolean {
  const arena = shown({ ann: "in" }, {
    tie_breaks: ["points"],
    standings: [{ who: "ann", rank: 1, points: 2, opponents: 0, wins: 2, ties: [2], scores }],
    rounds: [round(1, voids.map((code) => table(code, "ended", ["ann"], { void: true })), { stage: "arena" })],
  });
  return linesOf({ ...arena, setting: { ...arena.setting, format: { type: "arena", minutes: 60 } } })[0]!.onStreak;
}

test("after two wins in a row the next game counts double", () => {
  expect(onStreak([WON])).toBe(false);
  expect(onStreak([WON, { ...WON, table: "two" }])).toBe(true);
  expect(onStreak([WON, WON, { ...WON, points: 2, double: true }])).toBe(true);
});

test("a shared first place ends a streak, also one that was worth double", () => {
  expect(onStreak([WON, WON, { ...WON, points: 1.5, double: true }])).toBe(false);
  expect(onStreak([WON, { ...WON, points: 0.75 }])).toBe(false);
});

test("so does a table without a result", () => {
  expect(onStreak([WON, { ...WON, table: "closed" }], ["closed"])).toBe(false);
});
