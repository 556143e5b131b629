/** What can be played here, as the hall's catalog has it. */

import { get } from "../wire/api";

export interface OptionInfo {
  readonly name: string;
  readonly default: unknown;
  /** In words, for people: "1..10". */
  readonly allowed: string;
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
  readonly edition: number;
  readonly seats: readonly [number, number];
  readonly minutes: number;
  readonly sentence: string;
  readonly options: readonly OptionInfo[];
  readonly presets: readonly PresetInfo[];
}

let games = $state.raw<readonly GameInfo[]>([]);
let asking: Promise<void> | null = null;

/** Empty until the hall has answered. */
export function catalog(): readonly GameInfo[] {
  asking ??= get<readonly GameInfo[]>("/api/games").then(
    (found) => {
      games = found;
    },
    () => {
      setTimeout(() => (asking = null), 2000);
    },
  );
  return games;
}

export function gameInfo(name: string): GameInfo | undefined {
  return catalog().find((game) => game.name === name);
}

/** A game as people call it. */
export function title(name: string): string {
  return gameInfo(name)?.title ?? name;
}
