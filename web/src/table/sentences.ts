/** What has happened at a table, in sentences. */

import { namesAt } from "../boardkit/view";
import { title } from "../games/catalog.svelte";
import type { TableState, Told } from "../state/fold";
import { hall } from "../store/hall.svelte";
import { t, voice } from "../words/words.svelte";

export interface Sentence {
  /** That of its event. */
  readonly id: number;
  readonly text: string;
}

/** Bookkeeping that nobody wants to be told. */
const QUIET: ReadonlySet<string> = new Set(["committed"]);

/** Empty until the words of its game have come, and where there is nothing to tell. */
export function sentenceOf(table: Pick<TableState, "people">, { event, game, seats }: Told): string {
  if (QUIET.has(event.type)) return "";
  return voice(game)?.tell(event, namesAt(table, seats, t("someone"), title, hall.you)) ?? "";
}

export function sentencesOf(table: Pick<TableState, "people">, story: readonly Told[]): readonly Sentence[] {
  return story.map((told) => ({ id: told.id, text: sentenceOf(table, told) })).filter(({ text }) => text !== "");
}
