/** What can be played here, as the hall's catalog has it. */

import { getAtLast } from "../wire/api";

export interface OptionInfo {
  readonly name: string;
  readonly default: unknown;
  /** All that can be chosen, the usual one first; empty where it cannot be listed. */
  readonly values: readonly unknown[];
}

export interface PresetInfo {
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly clock: number | null;
}

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly seats: readonly [number, number];
  /** Unless the host chooses another number. */
  readonly usual_seats: number;
  readonly minutes: number;
  /** Seconds to answer, unless a preset or the host says otherwise. */
  readonly clock: number;
  readonly sentence: string;
  readonly options: readonly OptionInfo[];
  readonly presets: readonly PresetInfo[];
  /** The path of a line on a grid of 24; null where it has none. */
  readonly icon: string | null;
  /** Its accent on dark felt, and in the light theme. */
  readonly colour: string | null;
  readonly colour_light: string | null;
  /** The levels of its bots; empty where all bots play alike. */
  readonly levels: readonly string[];
  /** Whether a tournament can give all its tables the same dice. */
  readonly duplicate: boolean;
  /** The types of events by which dice are thrown. */
  readonly thrown: readonly string[];
}

let games = $state.raw<readonly GameInfo[]>([]);
let asked = false;

/** Empty until the hall has answered. */
export function catalog(): readonly GameInfo[] {
  if (!asked) void fetchCatalog();
  return games;
}

async function fetchCatalog(): Promise<void> {
  asked = true;
  games = await getAtLast<readonly GameInfo[]>("/api/games");
}

export function gameInfo(name: string): GameInfo | undefined {
  return catalog().find((game) => game.name === name);
}

/** A game as people call it. */
export function title(name: string): string {
  return gameInfo(name)?.title ?? name;
}

/** Whether such an event is a throw of dice. */
export function isThrown(game: string, event: string): boolean {
  return gameInfo(game)?.thrown.includes(event) ?? false;
}
