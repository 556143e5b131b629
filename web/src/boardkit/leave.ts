/** Away from the table, to what it belongs to. */

import { go } from "../route/here.svelte";
import type { TableState } from "../state/fold";
import type { AtTable } from "./context";

/** A tournament, or else the hall. */
export function placeBehind({ shown: { fixture } }: Pick<TableState, "shown">): string {
  return fixture == null ? "/" : `/tournament/${fixture.tournament.toUpperCase()}`;
}

/** For good. In a tournament whoever leaves a game comes last there, so the seat is kept. */
export async function leave(at: AtTable): Promise<void> {
  if (at.table.shown.fixture != null || (await at.act({ type: "leave" }))) go(placeBehind(at.table));
}
