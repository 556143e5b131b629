import { expect, test } from "vitest";
import type { GameInfo } from "../../src/games/catalog.svelte";
import { draftOfTheme, fittedTheme, gameOfTheme, newTheme, themeOf, withFormat, withThemeGame } from "../../src/games/theme";
import type { Theme } from "../../src/wire/nights";

const GAME = {
  name: "pig",
  title: "Pig",
  seats: [2, 8],
  usual_seats: 4,
  clock: 60,
  duplicate: true,
  options: [{ name: "goal", default: 100, values: [100, 50] }, { name: "match", default: "goal", values: ["goal", "open"] }],
  presets: [],
} as unknown as GameInfo;

const THEME: Theme = {
  title: "Pig in the snow",
  welcome: "Bring a scarf.",
  game: "pig",
  options: { goal: 50 },
  seats: 6,
  clock: 45,
  look: "frost",
  sounds: "dice",
  tournament: { type: "swiss", rounds: 7, last: 0, advance: 2 },
  terms: { least: 4, most: 24, open: false, bots: false, between: 90, duplicate: true, teams: { count: 3 }, predictions: false },
  when: { type: "weekly", at: "20:30", zone: "Europe/Madrid", weekday: 4 },
};

test("a theme that is opened in the form and kept again is the same", () => {
  expect(themeOf(draftOfTheme(THEME, GAME), GAME)).toEqual(THEME);
});

test("only what was chosen is kept, and titles lose the blanks around them", () => {
  const draft = { ...newTheme(GAME), title: "  Friday " };
  expect(themeOf(draft, GAME)).toEqual({
    title: "Friday", welcome: "", game: "pig", options: {}, seats: 4, clock: 60, look: "hall", sounds: "all", tournament: null, terms: null, when: null,
  });
});

test("a theme that was kept before there were terms has the usual ones, and tables as small as the game takes", () => {
  const { terms } = draftOfTheme({ ...THEME, terms: null }, GAME);
  expect(terms).toEqual({ least: 2, most: 500, open: true, bots: true, between: 30, duplicate: false, teams: null, predictions: true });
});

test("another game is played at tables of its own size", () => {
  const other = withThemeGame(draftOfTheme(THEME, GAME), { ...GAME, name: "duel", seats: [2, 3] } as GameInfo);
  expect([other.table.game, other.table.seats, other.terms.least, other.terms.bots]).toEqual(["duel", 3, 2, false]);
});

test("an open table has the seats that the game usually has, and a tournament tables of a few", () => {
  const party = { ...GAME, seats: [2, 12], usual_seats: 10 } as GameInfo;
  const table = newTheme(party);
  const cup = withFormat(table, { type: "swiss", rounds: 5 }, party);
  expect([table.table.seats, cup.table.seats, cup.terms.least]).toEqual([10, 4, 3]);
  expect(withFormat(cup, null, party).table.seats).toBe(10);
  const chosen = { ...cup, table: { ...cup.table, seats: 6 } };
  expect(withFormat(chosen, { type: "arena", minutes: 60 }, party).table.seats).toBe(6);
});

test("what no longer fits a tournament gives way, and a table keeps everything", () => {
  const kept = draftOfTheme(THEME, GAME);
  const series = fittedTheme({ ...kept, tournament: { type: "series", games: 3 }, table: { ...kept.table, seats: 3 } }, GAME);
  expect(series.terms).toMatchObject({ least: 3, most: 3, duplicate: false, bots: false });
  const endless = { ...kept, table: { ...kept.table, options: { goal: 50, match: "open" } } };
  expect(themeOf(fittedTheme(endless, GAME), GAME).options).toEqual({ goal: 50 });
  const table = { ...endless, tournament: null };
  expect(fittedTheme(table, GAME)).toBe(table);
  expect(gameOfTheme(table, GAME)).toBe(GAME);
  expect(gameOfTheme(endless, GAME).options[1]!.values).toEqual(["goal"]);
});
