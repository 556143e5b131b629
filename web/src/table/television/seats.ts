/** The seats of a lobby as the room sees them: taken, kept for a person, or free. Pure. */

import { nameOf } from "../../boardkit/view";
import type { TableState } from "../../state/fold";
import { freeSeats, type SeatedPerson, seatedAt } from "../host/seats";

type Taken = SeatedPerson & { readonly type: "taken"; readonly won: number };

export type SeatShown = Taken | { readonly type: "kept"; readonly name: string } | { readonly type: "free" };

export function seatsIn(table: TableState, unknown: string): readonly SeatShown[] {
  return [
    ...seatedAt(table, null, unknown).map((seat): SeatShown => ({ ...seat, type: "taken", won: table.won[seat.who] ?? 0 })),
    ...table.shown.invited.map((who): SeatShown => ({ type: "kept", name: nameOf(table, who, unknown) })),
    ...Array.from({ length: freeSeats(table) }, (): SeatShown => ({ type: "free" })),
  ];
}
