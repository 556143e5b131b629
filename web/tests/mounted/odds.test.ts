/** What are the odds? A sheet at tables that show them, and nowhere else. */

import type { Estimate, Odds } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, open, press, settled, textOf } from "./kit/page";
import { asked, CODE, seenBy } from "./kit/tables";

const QUESTION = "What are the odds?";
const exactly = (value: number): Estimate => ({ value, low: value, high: value, exact: true, fraction: "" });
const about = (value: number): Estimate => ({ value, low: value - 0.04, high: value + 0.04, exact: false, fraction: "" });

const PERIL: Odds = {
  seat: 0, mover: 0, wins: [exactly(0.4), exactly(0.35), exactly(0.25)], options: [],
  risks: { plot_twist: exactly(1 / 12), direct_hit: exactly(1 / 12), no_shield: exactly(0.5) }, model: "any", playouts: 0, open_end: false,
};
const MINDROLL: Odds = {
  seat: 1, mover: 1, wins: [about(0.4), about(0.6)],
  options: [{ move: { type: "reveal" }, wins: about(0.6) }, { move: { type: "call", total: 10 }, wins: about(0.3) }],
  risks: {}, model: "normal", playouts: 500, open_end: false,
};

async function sheet(table: ReturnType<typeof asked>, odds: Odds, you = ANN): Promise<HTMLElement> {
  const hall = new FakeHall(you);
  hall.says(table);
  hall.answers(`GET /api/tables/${CODE}/odds`, { version: table.version, odds });
  open(`/t/${CODE}`, hall);
  await press(QUESTION);
  const found = await find("dialog", QUESTION);
  await find("heading", "Chance to win", found);
  return found;
}
const WITH_ODDS = { setting: { odds: true } };

test("Peril has exact odds and its risk assessment", async () => {
  const found = await sheet(asked("peril", "pick", WITH_ODDS), PERIL);
  await findText("of games from here", found);
  await find("heading", "Risk assessment", found);
  for (const risk of ["Plot twist", "Direct hit", "No shield"]) {
    expect(all("listitem", undefined, found).filter((each) => textOf(each).startsWith(risk)).map(textOf)).toEqual([expect.stringContaining("%")]);
  }
  await findText("(exact)", found);
  expect(textOf(found)).not.toContain("±");
  expect(all("listitem", undefined, found).filter((each) => textOf(each).startsWith("You"))).toHaveLength(1);
});

test("my moves are weighed, and each estimate says how sure it is", async () => {
  const found = await sheet(asked("mindroll", "call reveal", WITH_ODDS), MINDROLL, { id: "ben", name: "Ben", kind: "guest" });
  const moves = await find("region", "What each of your moves is worth", found);
  expect(all("listitem", undefined, moves).map(textOf)).toEqual([expect.stringMatching(/^Reveal.*60 %.*±4 %/), expect.stringMatching(/^Call 10.*30 %.*±4 %/)]);
});

test("nobody else’s moves are weighed for me", async () => {
  const found = await sheet(seenBy(asked("mindroll", "call reveal", WITH_ODDS), 0), { ...MINDROLL, seat: 0, mover: null, options: [] });
  expect(all("heading", /^What each/, found)).toEqual([]);
});

test("a spectator is told what a spectator can know", async () => {
  const eve = { id: "zoe", name: "Zoe", kind: "guest" } as const;
  const found = await sheet(seenBy(asked("mindroll", "call reveal", WITH_ODDS), null), { ...MINDROLL, seat: null, mover: null, options: [] }, eve);
  await findText("What a spectator can know", found);
  expect(all("heading", /^What each/, found)).toEqual([]);
});

test("a table without odds has no such button, and a rated one neither", async () => {
  for (const shown of [{}, { rated: true, setting: { odds: true } }]) {
    const hall = new FakeHall(ANN);
    hall.says(asked("peril", "pick", shown));
    open(`/t/${CODE}`, hall);
    await find("region", "What you can do");
    await settled();
    expect(all("button", QUESTION)).toEqual([]);
  }
});
