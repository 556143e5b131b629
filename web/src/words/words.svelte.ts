/** The messages of the page itself, and those of each game once the hall has sent them. */

import { FluentResource, type FluentVariable } from "@fluent/bundle";
import page from "#messages/en/page.ftl?raw";
import table from "#messages/en/table.ftl?raw";
import { preferences } from "../look/preferences.svelte";
import { get } from "../wire/api";
import { bundle, duration, format, Narrator, type Words } from "./narrator";

export const LANGUAGE = "en";
export const LOCALE = "en-GB";
const shared = bundle(LANGUAGE, table, page);

/** More messages of the page: those that only some places need come with them. */
export function learn(messages: string): void {
  shared.addResource(new FluentResource(messages));
}

/** What the page says under this key. */
export function t(key: string, values: Record<string, FluentVariable> = {}): string {
  return format(shared, key, values);
}

/** Seconds in words. */
export function long(seconds: number): string {
  return duration(seconds, LOCALE);
}

const narrators = $state<Record<string, Narrator>>({});
const asked = new Map<string, Promise<void>>();

/** The voice of a game; null until its words have come, and then whatever asked is drawn anew. */
export function voice(game: string): Narrator | null {
  const known = narrators[game];
  if (known === undefined && !asked.has(game)) asked.set(game, fetchWords(game));
  return known ?? null;
}

async function fetchWords(game: string): Promise<void> {
  try {
    const words = await get<Words>(`/api/games/${encodeURIComponent(game)}/words`);
    narrators[game] = new Narrator(game, words, shared, LANGUAGE, () => preferences.unit);
  } catch {
    setTimeout(() => asked.delete(game), 2000); // whoever asks next tries again
  }
}
