/** What is said about what is being told. Pure. */

import type { AnyEvent, Told } from "../state/fold";
import type { Names, Narrator } from "../words/narrator";
import type { View } from "./contract";
import { withoutTitle } from "./titles";

export interface Headline {
  readonly title: string;
  /** The rest of the sentence; empty where the title says it all. */
  readonly more: string;
}

type Telling = Pick<View, "events" | "words" | "names"> & Partial<Pick<View, "cue">>;

/** The title of what is being told; null where none of it has one, and where nothing is said yet. */
export function titleOf({ events, words, names, cue }: Telling): Headline | null {
  const shouted = events.findLast((event) => words.title(event) !== null);
  if (shouted === undefined || cue?.isHushed === true) return null;
  const title = words.title(shouted)!;
  return { title, more: withoutTitle(words.tell(shouted, names), title) };
}

/** What all of it comes to in one sentence, or the last sentence of it; empty where nothing is said. */
export function sentenceOf({ events, words, names, cue }: Telling): string {
  if (cue?.isHushed === true) return "";
  return together(events, words, names) ?? events.map((event) => words.tell(event, names)).findLast((sentence) => sentence !== "") ?? "";
}

/** How the story stands; empty before its first sentence. */
export function lastOf(story: readonly Told[], { words, names }: Pick<View, "words" | "names">): string {
  const said = story.findLast(({ event }) => words.tell(event, names) !== "");
  return said === undefined ? "" : words.tell(said.event, names);
}

/** Where several players did the same and the game has a message `together-TYPE` for it: "Fox, Otter and Wren picked." */
export function together(events: readonly AnyEvent[], words: Narrator, names: Names): string | null {
  const [first] = events;
  const key = `together-${first?.type}`;
  if (first === undefined || events.some((event) => event.type !== first.type) || !words.has(key)) return null;
  const seats = new Set(events.flatMap((event) => ("seat" in event ? [event.seat] : [])));
  return seats.size < 2 ? null : words.text(key, { names: words.listSeats([...seats], names) });
}
