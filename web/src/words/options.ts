/** The options of a game in words; a game that has none for a value shows the value itself. */

import type { Narrator } from "./narrator";
import type { GameInfo, PresetInfo } from "../games/catalog.svelte";
import { changedBy } from "../games/setting";
import { long, t } from "./words.svelte";
import "./host";

export function optionName(words: Narrator | null, name: string): string {
  const key = `board-option-${name}`;
  return words?.has(key) ? words.text(key) : capital(plain(name));
}

/** What it means, in a sentence. */
export function optionSentence(words: Narrator | null, name: string): string {
  const key = `option-${name}`;
  return words?.has(key) ? words.text(key) : "";
}

export function optionValue(words: Narrator | null, name: string, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "option-on" : "option-off");
  if (typeof value !== "string") return String(value);
  const key = `board-option-${name}-${value}`;
  return words?.has(key) ? words.text(key) : plain(value);
}

/** What a variation changes, a sentence each. */
export function presetSentences(words: Narrator | null, game: GameInfo, preset: PresetInfo): string[] {
  const told = changedBy(preset, game).map((name) =>
    t("preset-option", { option: optionName(words, name), value: optionValue(words, name, preset.options[name]) }),
  );
  if (preset.clock !== null) told.push(t("preset-clock", { time: long(preset.clock) }));
  return told.length > 0 ? told : [t("preset-usual")];
}

function plain(word: string): string {
  return word.replaceAll("_", " ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
