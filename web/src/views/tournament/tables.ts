/** Which tables of a tournament are worth a look now. Pure. */

import type { TournamentPublicView, TournamentTableView, Who } from "#protocol";

/** Those of the round, or in an arena all that are not over; mine first. */
export function currentTables(shown: TournamentPublicView, me: Who | undefined): readonly TournamentTableView[] {
  const arena = shown.setting.format.type === "arena";
  const tables = arena
    ? shown.rounds.flatMap((round) => round.tables).filter(({ status }) => status !== "ended")
    : (shown.rounds.at(-1)?.tables ?? []);
  const mine = (table: TournamentTableView) => Number(me !== undefined && table.seats.includes(me));
  return tables.toSorted((one, other) => mine(other) - mine(one));
}

/** Whoever has made the most points there; nobody while it may not be known. */
export function winners({ seats, points }: TournamentTableView): readonly Who[] {
  if (points === null) return [];
  const most = Math.max(...points);
  return seats.filter((_, seat) => points[seat] === most);
}
