import { expect, test } from "vitest";
import type { TournamentPublicView, TournamentScoreView, TournamentStandingView, Who } from "#protocol";
import { type BracketRound, bracketOf } from "../../src/views/tournament/bracket";
import { round, shown, table } from "../state/cups";

const PEOPLE = ["ann", "ben", "cleo", "dora", "eve", "fay", "gus", "hal"];
const IN: Readonly<Record<Who, "in">> = Object.fromEntries(PEOPLE.map((who) => [who, "in"]));
const FINAL = { tables: [{ size: 4, seats: [], seeds: [] }], byes: [], people: 4 };

function standing(who: Who, ...places: readonly number[]): TournamentStandingView {
  const scores = places.map((place, index): TournamentScoreView => ({ round: index + 1, points: 0, place, of: 4, table: "t", double: false }));
  return { who, rank: 1, points: 0, opponents: 0, wins: 0, scores, ties: [] };
}

function told(rounds: readonly BracketRound[]): readonly string[] {
  return rounds.map(({ stage, state, people, tables }) => `${stage} ${state} ${people}: ${tables.map(({ letter, seats }) => letter + seats.length).join(" ")}`);
}

function names(view: TournamentPublicView, at: number): readonly (readonly (string | null)[])[] {
  return bracketOf(view)[at]!.tables.map(({ seats }) => seats.map(({ who, from }) => who ?? (from && `${from.place} of ${from.table}`)));
}

test("before the knock-out those who would play it sit by seed, and the final waits for the best of each table", () => {
  const semi = {
    tables: [
      { size: 4, seats: ["ann", "dora", "eve", "hal"], seeds: [1, 4, 5, 8] },
      { size: 4, seats: ["ben", "cleo", "fay", "gus"], seeds: [2, 3, 6, 7] },
    ],
    byes: [],
    people: 8,
  };
  const view = shown(IN, { to_come: [semi, FINAL] });
  expect(told(bracketOf(view))).toEqual(["semi comes 8: A4 B4", "final comes 4: 4"]);
  expect(names(view, 0)).toEqual([["ann", "dora", "eve", "hal"], ["ben", "cleo", "fay", "gus"]]);
  expect(bracketOf(view)[0]!.tables[1]!.seats.map(({ seed }) => seed)).toEqual([2, 3, 6, 7]);
  expect(names(view, 1)).toEqual([["1 of A", "2 of A", "1 of B", "2 of B"]]);
});

test("a round that was played says who came where and who goes on, the best first", () => {
  const semi = round(1, [table("one", "ended", ["ann", "ben", "cleo", "dora"]), table("two", "ended", ["eve", "fay", "gus", "hal"])], {
    ended: true,
    through: ["ben", "eve", "ann", "fay"],
  });
  const standings = [...["ann", "ben", "cleo", "dora"].map((who, index) => standing(who, [2, 1, 4, 3][index]!)), ...["eve", "fay", "gus", "hal"].map((who, index) => standing(who, index + 1))];
  const [first] = bracketOf(shown(IN, { rounds: [semi], standings, to_come: [FINAL] }));
  expect(first!.tables[0]!.seats.map(({ who, fate }) => `${who} ${fate}`)).toEqual(["ben on", "ann on", "dora out", "cleo out"]);
  expect(first!.state).toBe("over");
});

test("of the final nobody goes on, and its winner comes first", () => {
  const final = round(1, [table("one", "ended", ["ann", "ben"])], { ended: true, through: [] });
  const rounds = bracketOf(shown(IN, { rounds: [final], standings: [standing("ann", 2), standing("ben", 1)], phase: "done" }));
  expect(told(rounds)).toEqual(["final over 2: 2"]);
  expect(rounds[0]!.tables[0]!.seats.map(({ who, fate }) => `${who} ${fate}`)).toEqual(["ben open", "ann open"]);
});

test("while a round is played, results show as the tables end, and the next round has no names", () => {
  const semi = round(1, [table("one", "ended", ["ann", "ben", "cleo", "dora"]), table("two", "playing", ["eve", "fay", "gus", "hal"])]);
  const standings = ["ann", "ben", "cleo", "dora"].map((who, index) => standing(who, 4 - index)).concat(["eve", "fay", "gus", "hal"].map((who) => standing(who)));
  const view = shown(IN, { rounds: [semi], standings, to_come: [FINAL] });
  const [now] = bracketOf(view);
  expect(now!.tables.map(({ seats }) => seats.map(({ cell }) => cell?.type ?? "-"))).toEqual([Array(4).fill("place"), Array(4).fill("-")]);
  expect(now!.tables[0]!.seats[0]!.who).toBe("dora");
  expect(names(view, 1)).toEqual([["1 of A", "2 of A", "1 of B", "2 of B"]]);
});

test("rounds are named from the end, and only where they are what people call so", () => {
  const comes = (people: number, tables: number) => ({ people, byes: [], tables: Array.from({ length: tables }, () => ({ size: people / tables, seats: [], seeds: [] })) });
  const all = bracketOf(shown(IN, { to_come: [comes(32, 8), comes(16, 4), comes(8, 2), comes(4, 1)] }));
  expect(all.map(({ stage }) => stage)).toEqual(["last", "quarter", "semi", "final"]);
  const odd = bracketOf(shown(IN, { to_come: [comes(12, 3), comes(6, 2), comes(4, 1)] }));
  expect(odd.map(({ stage }) => stage)).toEqual(["last", "semi", "final"]);
});

test("where someone sits out, the next table is not filled by the places of the others alone", () => {
  const first = { people: 5, byes: ["ann"], tables: [{ size: 2, seats: ["ben", "eve"], seeds: [2, 5] }, { size: 2, seats: ["cleo", "dora"], seeds: [3, 4] }] };
  const next = { people: 3, byes: [], tables: [{ size: 3, seats: [], seeds: [] }] };
  const view = shown(IN, { to_come: [first, next] });
  expect(bracketOf(view)[0]!.byes).toEqual(["ann"]);
  expect(names(view, 1)).toEqual([[null, null, null]]);
});

test("without a knock-out there is no bracket", () => {
  expect(bracketOf(shown(IN, { rounds: [round(1, [], { stage: "swiss" })] }))).toEqual([]);
});
