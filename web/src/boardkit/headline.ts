/** What is shouted about what is being told. Pure. */

import type { View } from "./contract";
import { withoutTitle } from "./titles";

export interface Headline {
  readonly title: string;
  /** The rest of the sentence; empty where the title says it all. */
  readonly more: string;
}

/** The title of what is being told; null where none of it has one. */
export function titleOf({ events, words, names }: Pick<View, "events" | "words" | "names">): Headline | null {
  const shouted = events.findLast((event) => words.title(event) !== null);
  if (shouted === undefined) return null;
  const title = words.title(shouted)!;
  return { title, more: withoutTitle(words.tell(shouted, names), title) };
}

/** The last sentence of what is being told; empty where nothing is said. */
export function sentenceOf({ events, words, names }: Pick<View, "events" | "words" | "names">): string {
  return events.map((event) => words.tell(event, names)).findLast((sentence) => sentence !== "") ?? "";
}
