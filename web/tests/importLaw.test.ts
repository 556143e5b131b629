/** The folders of the page form layers: each imports only from those below it. */

import { expect, test } from "vitest";

/** From the lowest up. A folder imports only from those that come before it. */
const LAYERS = [
  "look", // tokens, fonts, preferences, sound
  "wire", // HTTP and the socket
  "route", // which view the address asks for
  "state", // what the hall has said, folded; and what of it is shown
  "fair", // the dice of a finished game, thrown again
  "games", // the hall's catalog of games
  "dice", // one die, drawn
  "words", // messages and sentences
  "store", // the one live connection, for components to read
  "parts", // components that know no table
  "boardkit", // what boards are made of
  "boards", // one folder per game
  "table/host", // the lobby and what hosts do
  "table", // a table with everything around its board
  "views", // one per address
  "App",
  "main",
] as const;

/** Folders inside a layer that all others of that layer may use; the rest are strangers to one another. */
const SHARED = ["boards/rerolls"];
/** Layers whose folders stand side by side. */
const SIDE_BY_SIDE = ["boards", "views"];

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g;

/** The file that an import names, from the root of the sources. */
function target(file: string, specifier: string): string {
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}

function layerOf(path: string): string {
  const [first = "", second = "", third] = path.split("/");
  if (second === "") return first.replace(/\..*/, "");
  const inner = `${first}/${second}`;
  return third !== undefined && (LAYERS as readonly string[]).includes(inner) ? inner : first;
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).slice(0, 2).join("/");
}

/** What is wrong with the imports of one file; `file` is its path inside `src`. */
export function objections(file: string, source: string): string[] {
  const own = LAYERS.indexOf(layerOf(file) as (typeof LAYERS)[number]);
  if (own === -1) return [`${file} is in no layer`];
  return [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const imported = target(file, specifier!);
    const layer = LAYERS.indexOf(layerOf(imported) as (typeof LAYERS)[number]);
    if (layer === -1) return [`${file} imports ${imported}, which is in no layer`];
    if (layer > own) return [`${file} imports ${imported} from a layer above`];
    return layer === own && areStrangers(file, imported) ? [`${file} imports ${imported} from the folder beside it`] : [];
  });
}

function areStrangers(file: string, imported: string): boolean {
  const [one, other] = [folderOf(file), folderOf(imported)];
  if (one === other || !one.includes("/") || !other.includes("/")) return false;
  return SIDE_BY_SIDE.includes(layerOf(file)) && !SHARED.includes(other);
}

test("the sources are there to be looked at", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});

test.each(Object.entries(sources))("%s imports only from below", (path, source) => {
  expect(objections(path.replace("../src/", ""), source)).toEqual([]);
});

test.each([
  ["dice/Die.svelte", 'import Icon from "../parts/Icon.svelte";'],
  ["boards/pig/Board.svelte", 'import { at } from "../../table/Room.svelte";'],
  ["boards/pig/Board.svelte", 'import { x } from "../plain/facts";'],
  ["views/Hall.svelte", 'const App = await import("../App.svelte");'],
  ["table/host/Bots.svelte", 'import Room from "../Room.svelte";'],
  ["state/fold.ts", 'export * from "../store/hall.svelte";'],
  ["attic/thing.ts", ""],
  ["store/hall.svelte.ts", 'import "../attic/thing";'],
])("a breach in %s is noticed: %s", (file, source) => {
  expect(objections(file, source)).toHaveLength(1);
});

test.each([
  ["boards/pig/Board.svelte", 'import KeepDice from "../rerolls/KeepDice.svelte";'],
  ["boards/pig/Board.svelte", 'import Panel from "../../boardkit/Panel.svelte";'],
  ["table/Room.svelte", 'import Bots from "./host/Bots.svelte";'],
  ["views/Hall.svelte", 'import Tables from "./hall/Tables.svelte";'],
])("%s may: %s", (file, source) => {
  expect(objections(file, source)).toEqual([]);
});
