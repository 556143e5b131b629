/** What the dock says to a player who is out. */

import { nth, t } from "../words/words.svelte";
import type { Out } from "./contract";

export function placeOf({ place }: Out, count: number): string {
  return t("out-place", { place: nth(place), count });
}

export function dockOf(out: Out | null, count: number): { readonly title: string; readonly lead: string } | null {
  return out === null ? null : { title: t("out-title"), lead: `${placeOf(out, count)}. ${out.goesOn}` };
}
