/** What was told of the game that is played now. Boards read from it what the state does not keep: however many changes
 * come at once, all of them are in it, while `fresh` is only the last one. */

import type { AnyEvent, Told } from "./fold";

/** Without its beginning where that is longer ago than the page remembers. */
export function thisGame(story: readonly Told[]): readonly Told[] {
  return story.slice(story.findLastIndex(({ event }) => event.type === "game_started") + 1);
}

/** All that has happened since the game began; null where its beginning is not known. */
export function wholeGame(story: readonly Told[]): readonly AnyEvent[] | null {
  const start = story.findLastIndex(({ event }) => event.type === "game_started");
  return start === -1 ? null : story.slice(start + 1).map(({ event }) => event);
}
