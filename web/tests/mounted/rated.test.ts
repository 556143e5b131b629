/** Rated or not: the form that opens a table, the host's drawer, the lobby and the list of tables say the same. */

import type { PublicTable } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, isChecked, open, press, saying, tap, textOf, until } from "./kit/page";
import { asked, CODE, lobby, row, update } from "./kit/tables";

const RATED = /^Rated/;
const ODDS = /^Show the odds/;
const BEN = { id: "ben", name: "Ben", kind: "account" } as const;

test("the form offers rated or odds and never both, and only what is chosen is sent", async () => {
  const hall = new FakeHall(ANN);
  open("/", hall);
  await press("Host a table");
  const form = await find("dialog", "Host a table");
  tap(await findText("More: seats, clock, bots, rules", form));
  const [rated, odds] = [await find("switch", RATED, form), await find("switch", ODDS, form)];
  expect(isChecked(rated)).toBe(true);
  tap(await find("radio", /people with the link/, form));
  expect(isChecked(rated)).toBe(false);
  tap(await find("radio", /^anyone/, form));
  expect(isChecked(rated)).toBe(true);
  tap(odds);
  expect(isChecked(rated)).toBe(false);
  tap(rated);
  expect(isChecked(odds)).toBe(false);
  tap(odds);
  await press("Open the table", form);
  await until(() => hall.all("open").length === 1);
  expect(hall.all("open")[0]).toMatchObject({ odds: true });
  expect(hall.all("open")[0]!.rated ?? null).toBeNull();
});

test("a lobby says what its games count for", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby());
  open(`/t/${CODE}`, hall);
  const played = await find("region", "What we’re playing");
  await findText("rated when two accounts play", played);
  hall.says(update({ changes: { setting: { rated: false } } as never }));
  await until(() => saying(/· unrated$|^unrated$/, played).length > 0);
  hall.says(update({ version: 7, changes: { setting: { odds: true, rated: null } } as never }));
  await findText("unrated, with odds for everyone", played);
});

test("the host changes it, and nothing else", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby());
  open(`/t/${CODE}`, hall);
  await press("Host this table");
  const sheet = await find("dialog", "Host this table");
  tap(await findText("Game and options", sheet));
  tap(await find("switch", RATED, sheet));
  await press("Save changes", sheet);
  await until(() => hall.done.length === 1);
  const { setting } = hall.done[0] as { setting: PublicTable["setting"] };
  expect(setting).toMatchObject({ game: "bluff", seats: 4, rated: false, odds: false });
});

test("the list of tables shows it", async () => {
  const hall = new FakeHall(ANN);
  hall.rows = [row()];
  open("/", hall);
  const line = () => all("listitem").filter((each) => all("button", /table KIRO/, each).length > 0).map(textOf).join();
  await until(() => line().includes("· rated"));
  hall.says({ type: "listed", row: row({ rated: false }) });
  await until(() => line().includes("· unrated"));
  hall.says({ type: "listed", row: row({ rated: false, odds: true }) });
  await until(() => line().includes("· unrated, with odds"));
});

test("a rated table says what the host’s tools cost", async () => {
  const hall = new FakeHall(ANN);
  hall.says(asked("mindroll", "call reveal", { rated: true }));
  open(`/t/${CODE}`, hall);
  await press("Host this table");
  const sheet = await find("dialog", "Host this table");
  tap(await until(() => [...sheet.querySelectorAll("summary")].find((each) => textOf(each).includes("Ben"))));
  for (const [button, sentence] of [
    ["Remove from table", "a bot plays on for"],
    ["Reset the game", "resetting it is your loss"],
    ["Close the table", "closing is your loss"],
  ] as const) {
    await press(button, sheet);
    await findText(sentence, sheet);
    tap(all("button", undefined, await find("group", button, sheet)).at(-1)!);
  }
  expect(hall.done).toEqual([]);
  await press("Ask everyone to reset", sheet);
  await press("Yes: Ask everyone to reset", sheet);
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "agree_reset" }]);
});

test("the players can agree to reset a rated game, and are back in the lobby", async () => {
  const hall = new FakeHall(BEN);
  hall.says(asked("mindroll", "call reveal", { rated: true, agreed: ["ann"] }));
  open(`/t/${CODE}`, hall);
  await findText("Ann asks to end this rated game without a result for anyone.");
  await press("I agree");
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "agree_reset" }]);
  hall.says({ ...lobby({ seated: [{ who: "ann", level: null, ready: false }, { who: "ben", level: null, ready: false }] }), version: 9 });
  await find("button", "I’m ready");
});
