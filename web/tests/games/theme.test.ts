import { expect, test } from "vitest";
import type { GameInfo } from "../../src/games/catalog.svelte";
import { draftOfTheme, newTheme, themeOf } from "../../src/games/theme";
import type { Theme } from "../../src/wire/nights";

const GAME = {
  name: "pig",
  title: "Pig",
  seats: [2, 8],
  usual_seats: 4,
  clock: 60,
  options: [{ name: "goal", default: 100, values: [100, 50] }],
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
  tournament: { type: "series", games: 3 },
  when: { type: "weekly", at: "20:30", zone: "Europe/Madrid", weekday: 4 },
};

test("a theme that is opened in the form and kept again is the same", () => {
  expect(themeOf(draftOfTheme(THEME, GAME), GAME)).toEqual(THEME);
});

test("only what was chosen is kept, and titles lose the blanks around them", () => {
  const draft = { ...newTheme(GAME), title: "  Friday " };
  expect(themeOf(draft, GAME)).toEqual({
    title: "Friday", welcome: "", game: "pig", options: {}, seats: 4, clock: 60, look: "hall", sounds: "all", tournament: null, when: null,
  });
});
