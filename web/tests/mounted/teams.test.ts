/** Teams: worn and joined at a table, kept in the account, given to bots and taken off by the host. */

import type { Person, Team } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall, No } from "./kit/hall";
import { all, ANN, find, findText, isChecked, open, press, tap, textOf, until, write } from "./kit/page";
import { asked, CODE, lobby, seenBy, update } from "./kit/tables";

const BEN: Person = { id: "ben", name: "Ben", kind: "guest" };
const FOXES: Team = { label: "Red Foxes", colour: "teal", pattern: "check" };
const OWLS: Team = { label: "Owls", colour: "gold", pattern: "dots" };
const SEATED = [
  { who: "ann", level: null, ready: false },
  { who: "bot:Wren", level: "normal", ready: true },
];
const PEOPLE = { people: { ann: "Ann", ben: "Ben", "bot:Wren": "Wren" } };

async function thinkOf(within: HTMLElement, { label, colour, pattern }: Team): Promise<void> {
  await write("Name of the team", label, within);
  (await find("radio", colour, within)).click();
  (await find("radio", pattern, within)).click();
  await findText(`${colour}, ${pattern}`, within);
}
const badges = async (label: string) => all("img", `Team ${label}`, await find("region", "Players"));

test("a badge is thought of and worn", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby({ seated: SEATED }, PEOPLE));
  open(`/t/${CODE}`, hall);
  await press("Your team");
  const sheet = await find("dialog", "Your team");
  await thinkOf(sheet, FOXES);
  await press("Wear this badge", sheet);
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "team", team: FOXES }]);
  hall.says(update({ changes: { teams: [["ann", FOXES]] } }));
  await until(() => all("img", "Team Red Foxes", all("region", "Players")[0]).length === 1);
});

test("a host gives a bot a badge", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby({ seated: SEATED }, PEOPLE));
  open(`/t/${CODE}`, hall);
  await press("Host this table");
  const sheet = await find("dialog", "Host this table");
  tap(await until(() => [...sheet.querySelectorAll("summary")].find((each) => textOf(each).startsWith("Team of"))));
  await thinkOf((await until(() => sheet.querySelector<HTMLElement>("details[open]")))!, OWLS);
  await press("Give this badge", sheet);
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "team_of", who: "bot:Wren", team: OWLS }]);
  hall.says(update({ changes: { teams: [["bot:Wren", OWLS]] } }));
  await until(() => all("img", "Team Owls", all("region", "Players")[0]).length === 1);
});

test("a team that is there is joined with one press during a game, and the others are still offered", async () => {
  const hall = new FakeHall(BEN);
  const teams = [["ann", FOXES], ["cem", OWLS]] as const;
  hall.says(seenBy(asked("three_dice", "award", { teams }), 1));
  open(`/t/${CODE}`, hall);
  await find("region", "What you can do");
  tap((await until(() => document.querySelector<HTMLElement>("button.menu")))!);
  const sheet = await find("dialog", /^(About|Host) this table$/);
  tap(await until(() => [...sheet.querySelectorAll("summary")].find((each) => textOf(each).includes("Your team"))));
  await press("Team Red Foxes", sheet);
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "team", team: FOXES }]);
  hall.says(update({ changes: { teams: [...teams, ["ben", FOXES]] } }));
  await find("button", "Team Owls", sheet);
  expect(all("button", "Team Red Foxes", sheet)).toEqual([]);
  expect(await badges("Red Foxes")).toHaveLength(2);
});

test("after a game, the wins of the evening are counted by team, on the television too", async () => {
  const wins = [["ann", 2], ["cem", 1]] as const;
  const over = asked("three_dice", "over", { teams: [["ann", FOXES], ["cem", OWLS]], wins });
  const hall = new FakeHall(ANN);
  hall.says(seenBy(over, 0));
  open(`/t/${CODE}`, hall);
  const evening = await find("region", "Teams tonight");
  expect(all("listitem", undefined, evening).map(textOf)).toEqual([expect.stringMatching(/Red Foxes.*2.*win/), expect.stringMatching(/Owls.*1.*win/)]);
  open(`/t/${CODE}?tv`, hall);
  await until(() => all("region", "Teams tonight").some((each) => textOf(each).includes("Red Foxes")) && all("img", "Team Owls").length > 0);
});

test("a host takes a badge off, and mutes whoever wears it", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby({ seated: [...SEATED, { who: "ben", level: null, ready: false }], teams: [["ben", FOXES]] }, PEOPLE));
  open(`/t/${CODE}`, hall);
  await press("Host this table");
  const sheet = await find("dialog", "Host this table");
  tap(await until(() => [...sheet.querySelectorAll("summary")].find((each) => textOf(each).includes("Ben"))));
  await press("Take off the badge of Ben", sheet);
  await press("Mute", sheet);
  await until(() => hall.done.length === 2);
  expect(hall.done).toEqual([{ type: "team_of", who: "ben", team: null }, { type: "mute", who: "ben" }]);
  hall.says(update({ changes: { teams: [], muted: ["ben"] } }));
  await find("button", "Unmute", sheet);
  expect(await badges("Red Foxes")).toHaveLength(0);
});

test("the muted are told why they have no badge", async () => {
  const hall = new FakeHall(BEN);
  hall.refuses("act", new No("muted", "The host has muted you: you cannot choose a team now."));
  hall.says(lobby({ seated: [...SEATED, { who: "ben", level: null, ready: false }], muted: ["ben"] }, PEOPLE));
  open(`/t/${CODE}`, hall);
  tap((await until(() => document.querySelector<HTMLElement>("button.menu")))!);
  const sheet = await find("dialog", /^(About|Host) this table$/);
  tap(await until(() => [...sheet.querySelectorAll("summary")].find((each) => textOf(each).includes("Your team"))));
  await thinkOf(sheet, FOXES);
  await press("Wear this badge", sheet);
  expect(textOf(await find("alert"))).toBe("The host has muted you: you cannot choose a team now.");
});

test("a guest keeps a team, as the hall has cleaned it, and removes it", async () => {
  const hall = new FakeHall(BEN);
  let kept: Team | null = null;
  hall.answers("GET /api/me/team", () => kept);
  hall.answers("PUT /api/me/team", (team: Team) => (kept = { ...team, label: "Night Owls" }));
  hall.answers("DELETE /api/me/team", () => (kept = null));
  open("/account", hall);
  const section = await find("region", "Your team");
  await find("button", "Keep this team", section);
  await thinkOf(section, { label: "  Night   Owls ", colour: "blue", pattern: "halves" });
  await press("Keep this team", section);
  await findText("Your team is kept.");
  expect(((await find("textbox", "Name of the team", section)) as HTMLInputElement).value).toBe("Night Owls");
  await find("button", "Change your team", section);
  expect(isChecked(await find("radio", "halves", section))).toBe(true);
  await press("Remove your team", section);
  await findText("You’re in no team any more.");
  await find("button", "Keep this team", section);
});
