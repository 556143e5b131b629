import { expect, test } from "vitest";
import type { PublicTable, Team } from "#protocol";
import { COLOURS, eveningOf, freshLook, PATTERNS, teamsAmong, wornAt } from "../../src/state/teams";

const team = (label: string, colour: Team["colour"] = "red"): Team => ({ label, colour, pattern: "dots" });
const FOXES = team("Foxes");
const OWLS = team("Owls", "blue");

function evening(wins: Readonly<Record<string, number>>, teams: Readonly<Record<string, Team>>): [label: string, wins: number][] {
  const shown = { wins: Object.entries(wins), teams: Object.entries(teams) } as unknown as PublicTable;
  return eveningOf(shown).map((each) => [each.team.label, each.wins]);
}

test("the evening score of a team is the sum of the games won by those who wear its badge now (TM-09)", () => {
  expect(evening({ ann: 2, ben: 1, cem: 1, eve: 4 }, { ann: FOXES, cem: OWLS, ben: FOXES })).toEqual([["Foxes", 3], ["Owls", 1]]);
  expect(evening({ ann: 2, ben: 1 }, { ann: OWLS, ben: FOXES }), "the wins go with the person, not with the badge").toEqual([["Owls", 2], ["Foxes", 1]]);
});

test("a win that two of them share counts for both (TM-09)", () => {
  const oneGame = { ann: 1, ben: 1, cem: 0 };
  expect(evening(oneGame, { ann: FOXES, ben: FOXES, cem: OWLS })).toEqual([["Foxes", 2], ["Owls", 0]]);
});

test("bots count where they wear a badge (TM-09)", () => {
  expect(evening({ "bot:Fox": 1 }, { "bot:Fox": FOXES })).toEqual([["Foxes", 1]]);
});

test("there are no lines before somebody of a team has won (TM-09)", () => {
  expect(evening({ eve: 3, ann: 0 }, { ann: FOXES })).toEqual([]);
  expect(evening({ eve: 3 }, {})).toEqual([]);
});

test("of teams with as many wins, the one that was worn first comes first", () => {
  expect(evening({ ann: 1, ben: 1 }, { ben: OWLS, ann: FOXES })).toEqual([["Owls", 1], ["Foxes", 1]]);
});

test("a hall of an older make says nothing of teams", () => {
  expect(wornAt({ wins: [["ann", 1]] } as unknown as PublicTable)).toEqual([]);
  expect(eveningOf({ wins: [["ann", 1]] } as unknown as PublicTable)).toEqual([]);
});

test("a team is its label: each is there once, as it was worn first (TM-01)", () => {
  expect(teamsAmong([null, FOXES, OWLS, team("Foxes", "teal")])).toEqual([FOXES, OWLS]);
});

test("a new team is suggested a colour that nobody has, while there is one", () => {
  expect(freshLook([team("A", "red"), team("B", "gold")]).colour).toBe("orange");
  expect(freshLook(COLOURS.map((colour) => team(colour, colour))).colour).toBe("red");
});

test("there are eight colours and six patterns", () => {
  expect([new Set(COLOURS).size, new Set(PATTERNS).size]).toEqual([8, 6]);
});
