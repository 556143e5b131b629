/** The seats of a lobby as the room sees them: taken, kept for a person, or free. Pure. */

import { isBot, marks, nameOf } from "../../boardkit/view";
import type { TableState } from "../../state/fold";

interface Taken {
  readonly type: "taken";
  readonly seat: number;
  readonly name: string;
  readonly mark: string;
  readonly isBot: boolean;
  readonly isHost: boolean;
  readonly ready: boolean;
  readonly absent: boolean;
  readonly won: number;
}

export type SeatShown = Taken | { readonly type: "kept"; readonly name: string } | { readonly type: "free" };

export function seatsIn(table: TableState, unknown: string): readonly SeatShown[] {
  const { seated, invited, host, setting } = table.shown;
  const names = seated.map(({ who }) => nameOf(table, who, unknown));
  const given = marks(names);
  const taken = seated.map(({ who, ready }, seat): SeatShown => ({
    type: "taken",
    seat,
    name: names[seat]!,
    mark: given[seat]!,
    isBot: isBot(who),
    isHost: who === host,
    ready,
    absent: table.absent.includes(who),
    won: table.won[who] ?? 0,
  }));
  const kept = invited.map((who): SeatShown => ({ type: "kept", name: nameOf(table, who, unknown) }));
  const free = Math.max(0, setting.seats - taken.length - kept.length);
  return [...taken, ...kept, ...Array.from({ length: free }, (): SeatShown => ({ type: "free" }))];
}
