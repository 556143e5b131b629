import { expect, test } from "vitest";
import type { TournamentStandingView, Who } from "#protocol";
import { crossTable, meetings } from "../../src/views/tournament/meetings";
import { asTheyStand, botsAhead, isFresh, rankOf, stepsOf } from "../../src/views/tournament/podium";
import { round, shown, table } from "../state/cups";

const PEOPLE = { ann: "in", ben: "in", cleo: "in", "bot:Fox": "in" } as const;

function standings(...order: readonly Who[]): readonly TournamentStandingView[] {
  return order.map((who, index) => ({ who, rank: index + 1, points: 3 - index, opponents: 0, wins: 0, scores: [], ties: [] }));
}

const order = standings("bot:Fox", "cleo", "ann", "ben");
const over = shown(PEOPLE, { phase: "done", podium: ["cleo", "ann", "ben"], standings: order, ended: 1000 });
const withBot = { ...over, entrants: over.entrants.map((each) => (each.who === "bot:Fox" ? { ...each, level: "normal" } : each)) };

test("the champion stands in the middle, the second on the left", () => {
  expect(asTheyStand(stepsOf(over)).map(({ who, place }) => `${place} ${who}`)).toEqual(["2 ann", "1 cleo", "3 ben"]);
  expect(stepsOf(over)[0]!.standing!.points).toBe(2);
  expect(asTheyStand(stepsOf({ ...over, podium: ["ann"] })).map(({ place }) => place)).toEqual([1]);
});

test("a bot ahead of the champion is named, since it has no title", () => {
  expect(botsAhead(withBot)).toEqual(["bot:Fox"]);
  expect(botsAhead(over)).toEqual([]);
  expect(botsAhead({ ...withBot, podium: [] })).toEqual([]);
});

test("whoever is not on the podium learns where they ended", () => {
  expect(rankOf({ ...over, podium: ["cleo"] }, "ben")).toBe(4);
  expect(rankOf(over, "ben")).toBeUndefined();
  expect(rankOf(over, "nobody")).toBeUndefined();
  expect(rankOf(over, undefined)).toBeUndefined();
});

test("it is celebrated for ten minutes, and only if somebody has won", () => {
  expect(isFresh(over, 1000 + 599)).toBe(true);
  expect(isFresh(over, 1000 + 600)).toBe(false);
  expect(isFresh({ ...over, phase: "cancelled" }, 1000)).toBe(false);
});

test("the cross table counts who was ahead, level, and behind, and nobody who did not come", () => {
  const cross = crossTable(
    shown(PEOPLE, {
      rounds: [
        round(1, [table("one", "ended", ["ann", "ben", "cleo"], { points: [1, 0.25, 0.25] })]),
        round(2, [table("two", "ended", ["ben", "ann"], { points: [1, 0] }), table("three", "ended", ["cleo", "bot:Fox"], { points: [1, 0], no_shows: ["bot:Fox"] })]),
        round(3, [table("four", "playing", ["ann", "cleo"])]),
      ],
    }),
  );
  expect(meetings(cross, "ann", "ben")).toEqual({ met: 2, ahead: 1, behind: 1 });
  expect(meetings(cross, "ben", "cleo")).toEqual({ met: 1, ahead: 0, behind: 0 });
  expect(meetings(cross, "cleo", "ann")).toEqual({ met: 1, ahead: 0, behind: 1 });
  expect(meetings(cross, "cleo", "bot:Fox").met).toBe(0);
});
