/** The messages of the page itself, and those of each game once the hall has sent them. */

import { FluentResource, type FluentVariable } from "@fluent/bundle";
import page from "#messages/en/page.ftl?raw";
import table from "#messages/en/table.ftl?raw";
import { preferences } from "../look/preferences.svelte";
import { getAtLast } from "../wire/api";
import { bundle, duration, format, list, Narrator, type Words } from "./narrator";

export const LANGUAGE = "en";
export const LOCALE = "en-GB";
const shared = bundle(LANGUAGE, table, page);

/** More messages of the page: those that only some views need come with them. */
export function learn(messages: string): void {
  shared.addResource(new FluentResource(messages));
}

/** What the page says under this key. */
export function t(key: string, values: Record<string, FluentVariable> = {}): string {
  return format(shared, key, values);
}

/** "Ann, Ben and Cem". */
export function inList(words: readonly string[]): string {
  return list(words, LOCALE);
}

const ordinals = new Intl.PluralRules(LOCALE, { type: "ordinal" });

/** "5th". */
export function nth(place: number): string {
  return t("nth", { place, ordinal: ordinals.select(place) });
}

/** Seconds in words. */
export function long(seconds: number): string {
  return duration(seconds, LOCALE);
}

const narrators = $state<Record<string, Narrator>>({});
const asked = new Set<string>();

/** The voice of a game; null until its words have come, and then whatever asked is drawn again. */
export function voice(game: string): Narrator | null {
  const known = narrators[game];
  if (known === undefined && !asked.has(game)) void fetchWords(game);
  return known ?? null;
}

async function fetchWords(game: string): Promise<void> {
  asked.add(game);
  const words = await getAtLast<Words>(`/api/games/${encodeURIComponent(game)}/words`).catch(() => null);
  if (words !== null) narrators[game] = new Narrator(game, words, shared, LANGUAGE, () => preferences.unit);
}
