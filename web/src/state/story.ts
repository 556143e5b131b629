/** What was told of the game that is played now. Boards read from it what the state does not keep: however many changes
 * come at once, all of them are in it, while `fresh` is only the last one. */

import type { Told } from "./fold";

/** Without its beginning where that is longer ago than the page remembers. */
export function thisGame(story: readonly Told[]): readonly Told[] {
  return story.slice(story.findLastIndex(({ event }) => event.type === "game_started") + 1);
}
