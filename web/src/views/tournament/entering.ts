/** Whether people and bots can enter now. */

import { secondsUntil } from "../../store/countdown.svelte";
import type { FollowedTournament } from "../../state/tournament";

/** When the time of an arena is up its last tables play on, but nobody is seated any more. */
export function canEnter({ shown }: FollowedTournament): boolean {
  return shown.can_enter && !(shown.next?.what === "end" && secondsUntil(shown.next.at) <= 0);
}
