/** Persons, dice, the claim link and the leaderboard. */

import { expect, test } from "vitest";
import type { PastGame } from "../../src/views/person/results";
import { FakeHall, No } from "./kit/hall";
import { all, ANN, find, findText, nameOf, open, press, settled, textOf, until, write } from "./kit/page";

const RESULTS = { won: 2, lost: 1, games: 3, win_rate: 2 / 3, streak: 1, points: null, rating: null };

function game(id: number): PastGame {
  const players = [{ who: "ann", name: "Ann", place: 1, score: 2 }, { who: "bot:Fox", name: "Fox", place: 2, score: 0 }];
  return { id, game: "bluff", table: "kiro", number: id, ended: 0, players, result: "won", record: `/api/records/${id}` };
}

function annsPage(hall: FakeHall, ...games: readonly PastGame[]): void {
  hall.answers("GET /api/people/ann", { person: ANN, overall: RESULTS, games: { bluff: RESULTS } });
  hall.answers("GET /api/people/ann/games", { games, before: null });
}

test("a person is found with results and records", async () => {
  const hall = new FakeHall(null);
  annsPage(hall, game(3), game(2), game(1));
  open("/people/ann", hall);
  const results = await find("region", "Results");
  await until(() => document.title === "Ann · Dicehall");
  expect(all("listitem", undefined, results).map(textOf).find((each) => each.includes("Bluff"))).toContain("of 3 games");
  const games = await find("region", "Games");
  expect(all("listitem", undefined, games)).toHaveLength(3);
  const record = all("link", /^Download the record of Bluff/, games)[0]!;
  expect([record.getAttribute("href"), record.hasAttribute("download")]).toEqual(["/api/records/3", true]);
});

test("a person who is not there is not found", async () => {
  const hall = new FakeHall(null);
  hall.answers("GET /api/people/nobody", new No("unknown_person", "There is no such person."));
  open("/people/nobody", hall);
  await find("heading", "Nothing here");
});

test("older games come when they are asked for", async () => {
  const hall = new FakeHall(null);
  annsPage(hall);
  hall.answers("GET /api/people/ann/games", { games: [game(2)], before: 2 });
  hall.answers("GET /api/people/ann/games?before=2", { games: [game(1)], before: null });
  open("/people/ann", hall);
  const games = await find("region", "Games");
  await until(() => all("listitem", undefined, games).length === 1);
  await press("Older games");
  await until(() => all("listitem", undefined, games).length === 2);
  expect(all("button", "Older games")).toEqual([]);
});

test("every die is counted", async () => {
  const hall = new FakeHall(null);
  const six = { sides: 6, dice: 60, counts: [10, 9, 11, 10, 10, 10], faces: null, repeated: 0, repeats: null, longest: 2, longest_expected: null };
  hall.answers("GET /api/dice", { complete: true, dice: [six] });
  open("/dice", hall);
  const region = await find("region", "6 sides");
  await find("img", /^How often each face of 6 came up/, region);
  await find("heading", "Check your own game");
});

test("the claim link makes an administrator", async () => {
  const hall = new FakeHall(null);
  hall.answers("GET /api/claim/secret", null);
  hall.answers("POST /api/claim", () => ((hall.you = { id: "olga", name: "Olga", kind: "administrator" }), null));
  open("/claim/secret", hall);
  await write("Name", "Olga");
  const password = (await until(() => document.querySelector<HTMLInputElement>("input[type=password]")))!;
  expect(nameOf(password)).toBe("Password");
  password.value = "correct horse battery";
  password.dispatchEvent(new Event("input", { bubbles: true }));
  await press("Claim the hall");
  await until(() => location.pathname === "/account");
  expect(hall.requests).toContainEqual(["POST /api/claim", { secret: "secret", name: "Olga", password: "correct horse battery" }]);
  await find("heading", "Olga");
});

test("a claim link that was used does not work again", async () => {
  const hall = new FakeHall(ANN);
  hall.answers("GET /api/claim/secret", new No("unknown_claim", "This link does not work: it was used, or is mistyped."));
  open("/claim/secret", hall);
  await findText("This link does not work");
  await settled();
  expect(all("button", "Claim the hall")).toEqual([]);
});

test("another game on the leaderboard is still about bots", async () => {
  const hall = new FakeHall(null);
  for (const game of ["", "bluff"]) {
    for (const bots of [true, false]) hall.answers(`GET /api/leaderboard?game=${game}&bots=${bots}`, { game, bots, complete: true, rows: [] });
  }
  open("/leaderboard", hall);
  await press("Bots", document, "tab");
  await press("Bluff", document, "link");
  await find("heading", "Bluff");
  expect(all("tab", "Bots")[0]!.getAttribute("aria-selected")).toBe("true");
  expect(hall.requests.at(-1)![0]).toBe("GET /api/leaderboard?game=bluff&bots=true");
});
