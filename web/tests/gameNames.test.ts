/** A game is known by its listing alone: its name stands nowhere in the page but in its own folder. */

import { expect, test } from "vitest";
import protocol from "../protocol?raw";
import { sourcesOf } from "./sources";

const sources = sourcesOf("ts", "svelte", "css");

/** As the wire calls them: the keys of the generated `Games`. */
const GAMES = [...protocol.match(/export interface Games \{(.*?)\n\}/s)![1]!.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name]) => name!);

const COMMENTS = /\/\*.*?\*\/|<!--.*?-->|(?<![:"'`\w])\/\/[^\n]*/gs;
const WORD = /[A-Za-z_$][\w$-]*/g;

const bare = (word: string) => word.toLowerCase().replaceAll(/[_-]/g, "");

/** Identifiers and texts that name a game, in any case: `three_dice`, `ThreeDice`, `--three-dice`. */
export function namesIn(source: string, games: readonly string[] = GAMES): string[] {
  const words = source.replaceAll(COMMENTS, "").match(WORD) ?? [];
  return words.filter((word) => games.some((game) => bare(word).includes(bare(game))));
}

test("there are games to look for", () => {
  expect(GAMES.length).toBeGreaterThanOrEqual(5);
  expect(sources.length).toBeGreaterThan(100);
});

test.each(sources)("%s names no game but its own", (path, source) => {
  const folder = /^boards\/(\w+)\//.exec(path)?.[1];
  expect(namesIn(source, GAMES.filter((game) => game !== folder))).toEqual([]);
});

test.each([
  'const BOARDS = { three_dice: () => import("./three_dice") };',
  'import type { ThreeDiceBoard } from "#protocol";',
  "color: var(--three_dice);",
  "<p class='three-dice'>",
  "if (game === `three_dice`) return;",
  'href="https://hall/three_dice"',
])("a name is noticed: %s", (source) => {
  expect(namesIn(source)).not.toEqual([]);
});

test.each(["// three_dice", "/** What ThreeDice is\n played for. */", "<!-- three_dice -->", "const dice = three;"])(
  "prose is not: %s",
  (source) => {
    expect(namesIn(source)).toEqual([]);
  },
);
