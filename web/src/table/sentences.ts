/** What has happened at a table, in sentences. */

import { namesAt } from "../boardkit/view";
import { catalog, title } from "../games/catalog.svelte";
import { together } from "../boardkit/headline";
import { preferences } from "../look/preferences.svelte";
import type { TableState, Told } from "../state/fold";
import type { TableOnScreen } from "../state/telling";
import { hall } from "../store/hall.svelte";
import { t, voice } from "../words/words.svelte";

export interface Sentence {
  /** That of its event. */
  readonly id: number;
  readonly text: string;
}

/** Bookkeeping that nobody wants to be told. */
const QUIET: ReadonlySet<string> = new Set(["committed"]);

/** What was said, and with which words and names: a long story is not put into words again with every beat. */
const known = new WeakMap<Told, { readonly from: readonly unknown[]; readonly text: string }>();

/** Empty until the words of its game have come, and where there is nothing to tell. */
export function sentenceOf(table: Pick<TableState, "people">, told: Told): string {
  const { event, game, seats } = told;
  if (QUIET.has(event.type)) return "";
  const words = voice(game);
  const from = [words, table.people, hall.you, catalog(), preferences.unit];
  const before = known.get(told);
  if (before?.from.every((each, at) => each === from[at])) return before.text;
  const text = words?.tell(event, namesAt(table, seats, t("someone"), title, hall.you)) ?? "";
  known.set(told, { from, text });
  return text;
}

export function sentencesOf(table: Pick<TableState, "people">, story: readonly Told[]): readonly Sentence[] {
  return story.map((told) => ({ id: told.id, text: sentenceOf(table, told) })).filter(({ text }) => text !== "");
}

/** The last thing that was said; where several players did the same at once, all of them in one sentence. */
export function lastLine({ people, story, events }: Pick<TableOnScreen, "people" | "story" | "events">): string {
  const last = story.at(-1);
  const words = last !== undefined && last.event === events.at(-1) ? voice(last.game) : null;
  const all = words === null ? null : together(events, words, namesAt({ people }, last!.seats, t("someone"), title, hall.you));
  if (all !== null) return all;
  const said = story.findLast((told) => sentenceOf({ people }, told) !== "");
  return said === undefined ? "" : sentenceOf({ people }, said);
}
