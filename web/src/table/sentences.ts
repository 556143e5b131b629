/** What has happened at a table, in sentences. */

import type { TableState, Told } from "../state/fold";
import { title } from "../games/catalog.svelte";
import { t, voice } from "../words/words.svelte";
import { namesAt } from "../boardkit/view";

/** Bookkeeping that nobody wants to be told. */
const QUIET: ReadonlySet<string> = new Set(["committed"]);

export function isTold({ event }: Told): boolean {
  return !QUIET.has(event.type);
}

/** Empty until the words of its game have come. */
export function sentenceOf(table: Pick<TableState, "people">, { event, game, seats }: Told): string {
  return voice(game)?.tell(event, namesAt(table, seats, t("somebody"), title)) ?? "";
}
