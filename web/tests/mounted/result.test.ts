/** The end of a game: who has won and what for, the faces, the figures, and the next game one press away. */

import type { Person } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, GUEST, open, press, settled, textOf, until } from "./kit/page";
import { asked, CODE, lobby, seenBy } from "./kit/tables";

type Fields = Parameters<typeof asked>[3];
type Shown = Parameters<typeof asked>[2];

const BEN: Person = { id: "ben", name: "Ben", kind: "account" };

/** A duel of MindRoll that Ann has won against Ben. */
async function ended(you: Person | null, shown: Shown = {}, fields: Fields = {}): Promise<[FakeHall, HTMLElement]> {
  const hall = new FakeHall(you);
  const seat = ["ann", "ben"].indexOf(you?.id ?? "");
  hall.says(seenBy(asked("mindroll", "over", shown, fields), seat === -1 ? null : seat));
  open(`/t/${CODE}`, hall);
  return [hall, await find("region", "Result")];
}

/** Ben is a bot. */
const AGAINST_A_BOT: Shown = { players: ["ann", "bot:Fox"], seated: [{ who: "ann", level: null, ready: false }, { who: "bot:Fox", level: "normal", ready: true }] };
const FOX = { people: { ann: "Ann", "bot:Fox": "Fox" } };

test("the winner has a figure, and stands before the others", async () => {
  const [, result] = await ended(ANN);
  await find("heading", "You win!", result);
  expect(textOf(result.querySelector(".winner .figure")!)).toBe("Won one duel");
  expect(all("listitem", undefined, result).map((each) => textOf(each.querySelector(".place")!))).toEqual(["1", "2"]);
});

test("who has not won reads who has, and their own place", async () => {
  const [, result] = await ended(BEN);
  await find("heading", "Ann wins!", result);
  await findText("You came", result);
});

test("a host plays again, or opens the tools for another game", async () => {
  const [hall] = await ended(ANN);
  await press("Next game");
  await find("dialog", "Host this table");
  await press("Close");
  await press("Play again");
  await until(() => hall.done.length === 1);
  expect(hall.done).toMatchObject([{ type: "rematch" }]);
});

test("confetti falls once for a person who wins, and never for a bot", async () => {
  const [hall] = await ended(ANN, AGAINST_A_BOT, FOX);
  expect(document.querySelectorAll("canvas")).toHaveLength(1);
  const won = { type: "over", scores: [-1, 1], places: [2, 1] } as const;
  hall.says({ ...asked("mindroll", "over", { ...AGAINST_A_BOT, waiting: won }, FOX), version: 9 });
  await find("heading", "Fox wins!");
  expect(document.querySelectorAll("canvas")).toHaveLength(0);
});

test("people have pictures, bots are animals, and all have their games won, from the lobby to the end", async () => {
  const fields = { ...FOX, won: { ann: 1 } };
  const hall = new FakeHall(ANN);
  hall.says(lobby({ seated: AGAINST_A_BOT.seated!, setting: { game: "mindroll", seats: 2 } }, fields));
  open(`/t/${CODE}`, hall);
  const expectFaces = async (list: () => HTMLElement[]) => {
    const [mine, bot] = await until(() => (list().length === 2 && list().some((each) => each.querySelector(".face svg > *")) ? list() : null));
    expect(mine!.querySelector("img")?.getAttribute("src")).toBe("/avatars/Ann.svg");
    expect(all("link", "You", mine)).toHaveLength(1);
    expect(textOf(mine!.querySelector(".won")!)).toContain("1 game won");
    expect(bot!.querySelector(".face > svg:not(.ring) > *")).not.toBeNull();
    expect(bot!.querySelector("img")).toBeNull();
    expect(all("link", undefined, bot)).toEqual([]);
    expect(textOf(bot!.querySelector(".won")!)).toContain("0 games won");
  };
  const players = await find("region", "Players");
  await expectFaces(() => all("listitem", undefined, players));
  hall.says({ ...asked("mindroll", "call reveal", AGAINST_A_BOT, fields), version: 8 });
  await expectFaces(() => [...document.querySelectorAll<HTMLElement>(".strip li")]);
  hall.says({ ...asked("mindroll", "over", AGAINST_A_BOT, fields), version: 20 });
  await expectFaces(() => [...document.querySelectorAll<HTMLElement>("section.result ol li")]);
});

test("a game of guests says that it was unrated, and shows the one who has won the way to the leaderboard", async () => {
  const gus = { ...GUEST, id: "ann" };
  const [hall, result] = await ended(gus);
  await findText("Unrated game", result);
  await find("link", /^Make an account to put this win on the leaderboard/, result);
  hall.says({ ...asked("mindroll", "over", { waiting: { type: "over", scores: [-1, 1], places: [2, 1] } }), version: 9 });
  await find("heading", "Ben wins!");
  await settled();
  expect(all("link", /Make an account/)).toEqual([]);
});

test("a game that counted says so, and accounts need no other", async () => {
  const [, result] = await ended(ANN, { rated: true });
  await findText("Rated game", result);
  expect(all("link", /Make an account/)).toEqual([]);
});
