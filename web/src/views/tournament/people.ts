/** Everyone whom a host may remove, let in again or trust. Pure. */

import type { TournamentPublicView, Who } from "#protocol";
import { isBot } from "../../boardkit/view";

export interface HostedPerson {
  readonly who: Who;
  readonly isBot: boolean;
  readonly state: "in" | "away" | "removed";
  readonly isSecond: boolean;
}

/** In the order of entry; then those who were removed before the start, for bots have others, and a second who does not play. */
export function hostedPeople({ entrants, barred, second }: TournamentPublicView): readonly HostedPerson[] {
  const people = entrants.map(({ who, level, status }) => ({ who, isBot: level !== null, state: status, isSecond: who === second }));
  const others = barred.filter((who) => !isBot(who) && !entrants.some((entrant) => entrant.who === who));
  const removed = others.map((who) => ({ who, isBot: false, state: "removed" as const, isSecond: who === second }));
  const all = [...people, ...removed];
  if (second === null || all.some(({ who }) => who === second)) return all;
  return [...all, { who: second, isBot: false, state: "away" as const, isSecond: true }];
}
