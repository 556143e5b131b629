/** Predicting at a table: hidden until the pool closes, then paid; never by those who play. */

import type { Person, PoolMessage } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, isChecked, open, press, settled, tap, textOf, until, write } from "./kit/page";
import { asked, CODE, seenBy } from "./kit/tables";

const EVE: Person = { id: "eve", name: "Eve", kind: "guest" };
const OPEN: PoolMessage = {
  type: "pool", table: CODE, game: 1, status: "open", why: null, count: 0, pot: 0, seats: null, winners: null, mine: null, purse: 100,
  may: true, why_not: null,
};
const MINE = { seat: 0, chips: 25, chance: 70, paid: null };
/** Eve has staked 25 on Ann, and Flo 10 on Ben. */
const CLOSED: PoolMessage = { ...OPEN, status: "closed", why: "closed", count: 2, pot: 35, seats: [{ chips: 25, count: 1 }, { chips: 10, count: 1 }, { chips: 0, count: 0 }], mine: MINE, purse: 75 };

async function watching(pool: PoolMessage, you: Person | null = EVE, path = `/t/${CODE}`): Promise<FakeHall> {
  const hall = new FakeHall(you);
  const table = asked("bluff", "claim");
  hall.says(you?.id === "ann" ? table : seenBy(table, null));
  open(path, hall);
  await until(() => hall.all("watch").length > 0 && document.querySelector(".strip, .screen, .television"));
  await settled();
  hall.says(pool);
  return hall;
}
const predict = () => until(() => document.querySelector<HTMLElement>("button.predict"));

test("a spectator predicts with a face, a stake, a chance and one big button", async () => {
  const hall = await watching(OPEN);
  expect(textOf(await predict())).toContain("No predictions yet");
  tap(await predict());
  const sheet = await find("dialog", "Who will win?");
  tap(await find("radio", "Ann", sheet));
  await press("Stake 25", sheet);
  await write("Chance to win", "70", sheet, "slider");
  await press("Predict Ann", sheet);
  await until(() => all("dialog").length === 0);
  expect(hall.all("predict")).toMatchObject([{ table: CODE, seat: 0, chips: 25, chance: 70 }]);
  hall.says({ ...OPEN, count: 1, pot: 25, mine: MINE, purse: 75 });
  await until(() => textOf(document.querySelector("button.predict")!).includes("Ann: 25 chips"));
});

test("others learn how many have predicted and how much is in the pot, and not whom", async () => {
  await watching({ ...OPEN, count: 1, pot: 25 });
  expect(textOf(await predict())).toContain("One prediction · 25 in the pot");
});

test("those who play predict nothing", async () => {
  await watching({ ...OPEN, count: 1, pot: 25, may: false, why_not: "player" }, ANN);
  await settled();
  expect(document.querySelector("button.predict")).toBeNull();
});

test("once it is closed, everyone sees how the pot is split, and I see my own choice", async () => {
  await watching(CLOSED);
  await until(() => textOf(document.querySelector("button.predict") ?? document.body).includes("Predictions are closed"));
  tap(await predict());
  const split = all("listitem", undefined, await find("list", "How the pot is split", await find("dialog", "Predictions are closed")));
  expect(split.map(textOf)).toEqual([expect.stringMatching(/Ann.*25 chips.*one person/), expect.stringMatching(/Ben.*10 chips.*one person/)]);
  expect(split.map((each) => all("img", "Your choice", each).length)).toEqual([1, 0]);
});

test.each([
  { paid: 35, winners: [0], says: "You were right! You win 10 chips.", has: 110 },
  { paid: 0, winners: [1], says: "You predicted Ann and lose 25 chips.", has: 75 },
  { paid: 25, winners: [0, 1], says: "You were right, and so was everyone: you get your stake back.", has: 100 },
])("at the end: $says", async ({ paid, winners, says, has }) => {
  const hall = await watching(CLOSED);
  await predict();
  hall.says(
    { ...seenBy(asked("bluff", "over", { players: ["ann", "ben", "cem", "dan"] }), null), version: 40 },
    { ...CLOSED, status: "settled", winners, mine: { ...MINE, paid }, purse: has },
  );
  const outcome = await find("region", "Who will win?");
  await findText(says, outcome);
  expect(textOf(outcome)).toContain(`You now have ${has} chips.`);
});

test("when the host turns predictions off, every stake goes back", async () => {
  const hall = await watching({ ...OPEN, count: 1, pot: 50, mine: { ...MINE, chips: 50 }, purse: 50 });
  expect(textOf(await predict())).toContain("50 chips");
  hall.says({ ...OPEN, status: "void", why: "off", count: 1, pot: 50, seats: [{ chips: 50, count: 1 }, { chips: 0, count: 0 }, { chips: 0, count: 0 }], mine: { ...MINE, chips: 50, paid: 50 }, purse: 100 });
  await findText("The host switched predictions off, so every stake goes back.");
});

test("the host has a switch for it, also during a game", async () => {
  const hall = new FakeHall(ANN);
  hall.says(asked("bluff", "claim"));
  open(`/t/${CODE}`, hall);
  await press("Host this table");
  const off = await find("switch", /Predictions/);
  expect(isChecked(off)).toBe(true);
  off.click();
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "forbid_predictions" }]);
});

test("the television shows the pot, its split and that stakes go back", async () => {
  const hall = await watching({ ...OPEN, count: 2, pot: 35 }, null, `/t/${CODE}?tv`);
  const pool = () => textOf(document.querySelector(".pool") ?? document.createElement("i"));
  await until(() => pool().includes("2 predictions · 35 in the pot"));
  hall.says({ ...CLOSED, mine: null });
  const split = await find("list", "How the pot is split");
  expect(all("listitem", undefined, split).map(textOf)).toEqual([expect.stringMatching(/Ann.*25/), expect.stringMatching(/Ben.*10/)]);
});

test("on the television, stakes go back when predictions are turned off", async () => {
  const hall = await watching({ ...OPEN, count: 1, pot: 50 }, null, `/t/${CODE}?tv`);
  await until(() => document.querySelector(".pool"));
  hall.says({ ...OPEN, status: "void", why: "off", count: 1, pot: 50, seats: [{ chips: 50, count: 1 }] });
  await until(() => textOf(document.querySelector(".pool")!).includes("Stakes go back"));
});

test("a host of a tournament turns predictions off in its form", async () => {
  const hall = new FakeHall(ANN);
  open("/tournaments/new", hall);
  await write("Title", "Without chips");
  const off = await find("switch", /Predictions/);
  off.click();
  await press("Host it");
  await until(() => hall.all("create_tournament").length === 1);
  expect(hall.all("create_tournament")[0]).toMatchObject({ setting: { title: "Without chips", predictions: false } });
});
