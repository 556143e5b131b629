/** Whether the host's tools have a price: a rated game runs, and you host it or play in it (H-07 to H-09). */

import { phaseOf } from "../../boardkit/view";
import type { TableState } from "../../state/fold";

export function isAtStake(table: TableState, you: { readonly id: string } | null | undefined): boolean {
  const { shown } = table;
  return you != null && phaseOf(table) === "playing" && shown.rated && (shown.host === you.id || shown.players.includes(you.id));
}
