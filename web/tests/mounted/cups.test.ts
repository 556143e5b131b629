/** Tournaments: with which team one enters, what its host has switched off, and whose team has won. */

import type { Person, Team, TournamentMessage, TournamentPublicView } from "#protocol";
import { expect, test } from "vitest";
import { shown } from "../state/cups";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, isChecked, open, press, tap, textOf, until, write } from "./kit/page";

const CUP = "nota";
const OWLS: Team = { label: "Night Owls", colour: "blue", pattern: "halves" };
const FOXES: Team = { label: "Foxes", colour: "red", pattern: "stripes" };
const BEN: Person = { id: "ben", name: "Ben", kind: "guest" };
const USUAL = shown({ ann: "in" });

function cup(more: Partial<TournamentPublicView>, setting: Partial<TournamentPublicView["setting"]> = {}): TournamentMessage {
  const view = { ...USUAL, host: "ann", phase: "gathering" as const, started: null, can_enter: true, ...more, setting: { ...USUAL.setting, ...setting } };
  return { type: "tournament", tournament: CUP, now: 1000, shown: view, people: { ann: "Ann", ben: "Ben" }, key: "" };
}

function at(message: TournamentMessage, you: Person, team: Team | null = null): FakeHall {
  const hall = new FakeHall(you);
  hall.says(message);
  hall.answers("GET /api/me/team", team);
  open(`/tournament/${CUP}`, hall);
  return hall;
}
const entered = (hall: FakeHall) => hall.all("act_in").map((each) => each.do);

test("whoever keeps a team enters with it, unless they say otherwise", async () => {
  const hall = at(cup({ entrants: [] }, { teams: { count: "sum" } }), BEN, OWLS);
  await find("button", "Team Night Owls");
  await press("Enter");
  await until(() => entered(hall).length === 1);
  expect(entered(hall)).toEqual([expect.objectContaining({ type: "enter" })]);
  expect(entered(hall)[0]).not.toHaveProperty("team");
  hall.says(cup({ entrants: [{ who: "ben", status: "in", level: null, team: OWLS }] }, { teams: { count: "sum" } }));
  await find("img", "Team Night Owls");
});

test("a team can be thought of at the door, or one be joined that is there", async () => {
  const hall = at(cup({ entrants: [{ who: "ann", status: "in", level: null, team: OWLS }] }, { teams: { count: "sum" } }), BEN);
  await press("Choose a team");
  const sheet = await find("dialog");
  (await find("radio", "a team", sheet)).click();
  await find("group", "Teams in this tournament", sheet);
  await write("Name of the team", FOXES.label, sheet);
  (await find("radio", FOXES.colour, sheet)).click();
  (await find("radio", FOXES.pattern, sheet)).click();
  await press("Done", sheet);
  await press("Enter");
  await until(() => entered(hall).length === 1);
  expect(entered(hall)[0]).toMatchObject({ type: "enter", team: FOXES });
});

test("at the end the teams have a table of their own, and one has won", async () => {
  const standing = { points: 1, opponents: 0, wins: 1, scores: [], ties: [] };
  const teams = [
    { team: FOXES, rank: 1, points: 1, members: [{ who: "ben", points: 1, counts: true }] },
    { team: OWLS, rank: 2, points: 0, members: [{ who: "ann", points: 0, counts: true }] },
  ];
  const standings = [{ who: "ben", rank: 1, ...standing }, { who: "ann", rank: 2, ...standing, points: 0, wins: 0 }];
  at(cup({ ...shown({ ann: "in", ben: "in" }), phase: "done", started: 1, can_enter: false, ended: 900, podium: ["ben", "ann"], standings, teams }, { teams: { count: "sum" } }), ANN);
  await findText("Winning team:");
  const rows = all("row", undefined, await find("region", "Teams"));
  expect(rows.map(textOf)).toEqual([expect.stringContaining("team"), expect.stringMatching(/Foxes.*Ben/), expect.stringMatching(/Night Owls.*Ann/)]);
});

test("the tools of a host show that predictions are switched off", async () => {
  at(cup({}, { predictions: false }), ANN);
  await press("Host tools");
  tap(await findText("Game and options", await find("dialog")));
  expect(isChecked(await find("switch", /Predictions/))).toBe(false);
});
