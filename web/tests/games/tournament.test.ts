import { expect, test } from "vitest";
import type { TournamentSetting } from "#protocol";
import type { GameInfo } from "../../src/games/catalog.svelte";
import {
  draftOfTournament, fitted, inTournament, newTournament, noDuplicate, secondsAt, settingOfTournament, withStart, withTournamentGame,
} from "../../src/games/tournament";
import { isLike } from "../../src/store/tournamentDraft";

const PIG = {
  name: "pig", title: "Pig", seats: [2, 8], usual_seats: 8, clock: 600, duplicate: true,
  options: [{ name: "goal", default: 100, values: [100, 50] }, { name: "match", default: "goal", values: ["goal", "open"] }],
  presets: [{ title: "Standard", options: {}, clock: null }, { title: "Slow", options: {}, clock: 3600 }, { title: "Endless", options: { match: "open" }, clock: null }],
} as unknown as GameInfo;
const DUEL = { ...PIG, name: "duel", title: "Duel", seats: [2, 3], duplicate: false } as GameInfo;
const NOON = new Date(2026, 10, 20, 12, 0);

test("a new one needs nothing but a title, and its clock is that of tournaments", () => {
  const setting = settingOfTournament({ ...newTournament(PIG, NOON), title: "  Friday " }, PIG);
  expect(setting).toEqual({
    title: "Friday", game: "pig", options: {}, seats: 4, least: 3, format: { type: "swiss", rounds: 5, last: 0, advance: 2 },
    most: 500, open: true, starts: null, clock: 60, bots: true, between: 30, duplicate: false, teams: null, predictions: true,
  });
});

test("a match without an end is not offered, nor a clock that is too long", () => {
  const game = inTournament(PIG);
  expect(game.options.map(({ values }) => values)).toEqual([[100, 50], ["goal"]]);
  expect(game.presets.map(({ title, clock }) => `${title} ${clock}`)).toEqual(["Standard null", "Slow null"]);
});

test("what no longer fits gives way", () => {
  const draft = { ...newTournament(PIG, NOON), format: { type: "swiss" as const, rounds: 3, last: 8, advance: 3 } };
  const small = withTournamentGame(draft, DUEL);
  expect([small.table.seats, small.least, small.format.type === "swiss" && small.format.advance]).toEqual([3, 3, 2]);
  const series = fitted({ ...draft, format: { type: "series", games: 3 } }, PIG);
  expect([series.start, series.most]).toEqual(["full", 4]);
  const full = withStart(draft, "full", PIG);
  expect(full.most).toBe(8);
  expect(withStart(full, "host", PIG).most).toBe(500);
  expect(fitted({ ...full, most: 2 }, PIG).most).toBe(3);
});

test("duplicate dice go where they cannot be, and it is said why", () => {
  const draft = { ...newTournament(PIG, NOON), duplicate: true };
  expect(fitted(draft, PIG).duplicate).toBe(true);
  expect(fitted({ ...draft, format: { type: "knock_out", advance: 2 } }, PIG).duplicate).toBe(false);
  expect(withTournamentGame(draft, DUEL).duplicate).toBe(false);
  expect(noDuplicate(draft.format, DUEL)).toBe("game");
  expect(noDuplicate({ type: "swiss", rounds: 3, last: 8 }, PIG)).toBe("format");
});

test("a setting that is opened in the form and sent again is the same", () => {
  const starts = NOON.getTime() / 1000 + 60 * 60 * 26;
  const setting: TournamentSetting = {
    title: "Cup", game: "pig", options: { goal: 50 }, seats: 6, least: 4, format: { type: "knock_out", advance: 3 }, most: 24, open: false,
    starts, clock: 45, bots: false, between: 90, duplicate: false, teams: { count: 3 }, predictions: false, night: null,
  };
  const { night: _, ...told } = setting;
  expect(settingOfTournament(draftOfTournament(setting, PIG, NOON), PIG)).toEqual(told);
  const whenFull = { ...setting, starts: null };
  expect(draftOfTournament(whenFull, PIG, NOON).start).toBe("full");
  expect(draftOfTournament({ ...whenFull, most: 500 }, PIG, NOON).start).toBe("host");
});

test("the time that is proposed is still to come", () => {
  for (const hour of [0, 12, 19, 20, 23]) {
    const now = new Date(2026, 10, 20, hour, 15);
    const { at } = newTournament(PIG, now);
    expect(secondsAt(at)! * 1000 - now.getTime()).toBeGreaterThan(60 * 60 * 1000 - 1);
  }
  expect(newTournament(PIG, NOON).at).toBe("2026-11-20T20:30");
  expect(secondsAt("")).toBeNull();
});

test("what an older page has kept of a form is only taken where it is whole", () => {
  const usual = newTournament(PIG, NOON);
  expect(isLike(JSON.parse(JSON.stringify(usual)), usual)).toBe(true);
  const { between: _, ...less } = usual;
  expect(isLike(less, usual)).toBe(false);
  expect(isLike({ ...usual, table: null }, usual)).toBe(false);
  expect(isLike(null, usual)).toBe(false);
});
