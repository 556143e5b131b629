/** The board of the best predictors, and what you see of your own chips and score. */

import { expect, test } from "vitest";
import type { MyPredictions, Predictors } from "../../src/wire/predictors";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, GUEST, open, press, settled, textOf, until } from "./kit/page";

const NOTHING_YET: MyPredictions = { purse: 100, staked: 0, predictions: 0, missing: 30, score: null, open: [], shares_sign_in: [] };

async function board(hall: FakeHall, rows: Predictors["rows"]): Promise<HTMLElement> {
  hall.answers("GET /api/predictors", { fewest: 30, rows });
  open("/leaderboard", hall);
  await press("Predictors", document, "link");
  return find("region", "The best predictors");
}

async function figures(mine: Partial<MyPredictions>, you = GUEST): Promise<[FakeHall, string]> {
  const hall = new FakeHall(you);
  hall.answers("GET /api/me/predictions", { ...NOTHING_YET, ...mine });
  open("/account", hall);
  const region = await find("region", "Predictions");
  await until(() => textOf(region).includes("Chips"));
  return [hall, textOf(region)];
}

test("the best predictors are ranked by their scores, and the page says how", async () => {
  const hall = new FakeHall(ANN);
  const region = await board(hall, [
    { rank: 1, who: "flo", name: "Flo", score: 0.5506, predictions: 31 },
    { rank: 2, who: "ann", name: "Ann", score: 0.4, predictions: 30 },
  ]);
  await until(() => all("row", undefined, region).length === 3);
  expect(all("row", undefined, region).map(textOf)).toEqual([
    expect.stringMatching(/#.*Name.*Score/),
    expect.stringMatching(/1.*Flo.*31.*\+0.55/),
    expect.stringMatching(/2.*Ann.*You.*30.*\+0.40/),
  ]);
  await findText("nearer your chances came to what happened than a plain guess");
  expect(all("tab")).toEqual([]);
  expect(location.search).toBe("?predictors"); // the same board when the page is loaded anew
  await press("Bluff", document, "link");
  await find("tab", "People");
});

test("a board that nobody is on says what it takes", async () => {
  await board(new FakeHall(null), []);
  await findText("With an account and 30 predictions, you lead.");
  await findText("Only accounts are on this board.");
  await press("Find a table to watch", document, "link");
  await find("button", /^Play now/);
});

test("you see your chips, your score and how far it is to the board", async () => {
  const [, ivy] = await figures({});
  expect(ivy).toMatch(/Chips *100.*Staked *0.*Predictions *0.*Score *–/);
  expect(ivy).toContain("30 more until you can be on the board.");
});

test("predictions that are missing are counted", async () => {
  const [, gus] = await figures({ predictions: 28, missing: 2, score: 0.4 });
  expect(gus).toMatch(/Predictions *28.*Score *\+0.40/);
  expect(gus).toContain("2 more until you can be on the board.");
});

test("guests are told that only accounts are on the board", async () => {
  const [, hugo] = await figures({ predictions: 30, missing: 0, score: 0.4 });
  expect(hugo).toContain("Only accounts are on this board.");
});

test("the score of an account counts, and leads to the board", async () => {
  const [hall, text] = await figures({ predictions: 30, missing: 0, score: 0.4 }, ANN);
  expect(text).toContain("Your score counts for the board.");
  hall.answers("GET /api/predictors", { fewest: 30, rows: [{ rank: 1, who: "ann", name: "Ann", score: 0.4, predictions: 30 }] });
  await press("The best predictors", document, "link");
  await find("cell", "+0.40");
});

test("stakes that are still open lead to their tables", async () => {
  const [, text] = await figures({ purse: 50, staked: 50, open: [{ table: "kiro", game: 1, seat: 0, chips: 50, chance: 60 }] });
  expect(text).toMatch(/Chips *50.*Staked *50/);
  expect((await find("link", "Table KIRO")).getAttribute("href")).toBe("/t/KIRO");
});

test("a hall without predictions has neither board nor purse", async () => {
  const hall = new FakeHall(ANN);
  hall.predictions = false;
  open("/leaderboard", hall);
  await find("link", "All games");
  await settled();
  expect(all("link", "Predictors")).toEqual([]);
});

test("nor has the account in such a hall", async () => {
  const hall = new FakeHall(ANN);
  hall.predictions = false;
  open("/account", hall);
  await find("region", "Your data");
  await settled();
  expect(all("region", "Predictions")).toEqual([]);
});
