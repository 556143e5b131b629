/** Whatever the evening looks like, all of it can be read: WCAG AA, worked out from the colours. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOOKS } from "../../src/look/looks";
import { COLOURS } from "../../src/state/teams";
import { type Colours, contrast, propertiesOf } from "./colours";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf-8");
const tokens = read("../../src/look/tokens.css");
const teams = read("../../src/look/teams.css");
const looks = read("../../src/look/looks.css");
const RULES = "../../../src/dicehall/rules/";
const games = readdirSync(new URL(RULES, import.meta.url))
  .filter((file) => file.endsWith(".py"))
  .map((file) => read(RULES + file));
/** What each game declares: one for dark felt, one for the day. */
const accents = (of: "colour" | "colour_light") =>
  games.flatMap((source) => [...source.matchAll(new RegExp(`^    ${of}="(#\\w+)"`, "gm"))].map(([, colour]) => colour!));

const FELTS = ["night", "felt", "felt-2", "felt-3", "glow"] as const;
const THEMES = ["dark", "light"] as const;
const ALL = LOOKS.flatMap((look) => THEMES.map((theme) => [look, theme] as const));

/** As the browser adds them up. */
function coloursOf(look: string, theme: (typeof THEMES)[number]): Colours {
  const day = theme === "light";
  return {
    ...propertiesOf(tokens, ":root"),
    ...propertiesOf(looks, `[data-look="${look}"]`),
    ...(day ? propertiesOf(tokens, ':root[data-theme="light"]') : {}),
    ...(day ? propertiesOf(looks, `[data-theme="light"][data-look="${look}"]`) : {}),
  };
}

/** What cannot be told apart well enough, with how well it can. */
function faint(colours: Colours, fore: readonly string[], back: readonly string[], least: number): string[] {
  const colour = (name: string) => (name.startsWith("#") ? name : colours[name]!);
  return fore.flatMap((one) =>
    back.filter((other) => contrast(colour(one), colour(other)) < least).map((other) => `${one} on ${other}: ${contrast(colour(one), colour(other)).toFixed(2)}`),
  );
}

test("there are games with accents, and looks with colours of their own", () => {
  expect(accents("colour").length).toBeGreaterThanOrEqual(5);
  expect(accents("colour_light")).toHaveLength(accents("colour").length);
  expect(new Set(ALL.map(([look, theme]) => coloursOf(look, theme)["felt"])).size).toBe(ALL.length);
});

test.each(ALL)("%s, %s: text can be read on all felts", (look, theme) => {
  const colours = coloursOf(look, theme);
  const words = ["ink", "dim", "brass-ink", "danger", "good", ...accents(theme === "dark" ? "colour" : "colour_light")];
  expect(faint(colours, words, FELTS, 4.5)).toEqual([]);
});

test.each(ALL)("%s, %s: so can what stands on dice and on buttons", (look, theme) => {
  const colours = coloursOf(look, theme);
  expect(faint(colours, ["on-bone"], ["bone", "bone-light"], 7)).toEqual([]);
  expect(faint(colours, ["on-bone"], ["bone-edge"], 4.5)).toEqual([]);
  expect(faint(colours, ["night"], accents(theme === "dark" ? "colour" : "colour_light"), 4.5)).toEqual([]);
  expect(faint(colours, ["on-brass"], ["brass"], 4.5)).toEqual([]);
});

test.each(ALL)("%s, %s: edges of what can be pressed, and dice by night, stand out", (look, theme) => {
  const colours = coloursOf(look, theme);
  expect(faint(colours, ["line-strong"], ["night", "felt", "felt-2"], 3)).toEqual([]);
  if (theme === "dark") expect(faint(colours, ["bone", "bone-edge", ...seats(colours)], FELTS, 3)).toEqual([]);
});

test.each(ALL)("%s, %s: badges of teams stand out from the felt, and their patterns from them", (look, theme) => {
  const worn = { ...coloursOf(look, theme), ...propertiesOf(teams, theme === "dark" ? ":root" : ':root[data-theme="light"]') };
  const badges = COLOURS.map((colour) => `team-${colour}`);
  expect(faint(worn, badges, FELTS, 3)).toEqual([]);
  expect(faint(worn, ["on-team"], badges, 4.5)).toEqual([]);
});

const seats = (colours: Colours) => Object.keys(colours).filter((name) => /^seat-\d+$/.test(name));

test.each(LOOKS.filter((look) => look !== "hall"))("%s sets by day all that it sets of the felt by night", (look) => {
  const night = Object.keys(propertiesOf(looks, `[data-look="${look}"]`)).filter((name) => !/^(bone|on-bone|back|confetti)/.test(name));
  expect(Object.keys(propertiesOf(looks, `[data-theme="light"] [data-look="${look}"]`))).toEqual(expect.arrayContaining(night));
  expect(propertiesOf(looks, `[data-theme="light"] [data-look="${look}"]`)).toEqual(propertiesOf(looks, `[data-theme="light"][data-look="${look}"]`));
});

test.each(LOOKS)("%s has the same dice by day and by night", (look) => {
  const dice = ({ bone, "bone-light": light, "on-bone": pips }: Colours) => [bone, light, pips];
  expect(dice(coloursOf(look, "light"))).toEqual(dice(coloursOf(look, "dark")));
  if (look !== "hall") expect(coloursOf(look, "light")["bone-edge"]).toBe(coloursOf(look, "dark")["bone-edge"]);
});

test("the arithmetic is that of WCAG", () => {
  expect(contrast("#000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#fff")).toBeCloseTo(4.48, 2);
});
