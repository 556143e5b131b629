/** What the room wants to see of a tournament on the big screen. Pure. */

import type { TournamentPublicView, TournamentTableView } from "#protocol";

/** The final, or whatever round has one table alone, as soon as it can be watched: it is what everyone looks at. */
export function onlyTable({ rounds, setting }: TournamentPublicView): TournamentTableView | undefined {
  const [table, ...others] = rounds.at(-1)?.tables ?? [];
  const isOpen = table?.status === "waiting" || table?.status === "playing";
  return isOpen && others.length === 0 && !setting.duplicate ? table : undefined;
}
