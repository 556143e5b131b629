/** What calls me away from the table that I look at. */

import type { InvitationMessage } from "#protocol";
import type { TableState } from "../state/fold";
import { hall } from "./hall.svelte";
import { running } from "./running.svelte";

/** The tables where I sit. */
export function mySeats(): readonly TableState[] {
  return Object.values(hall.state.tables).filter((table) => table.gone === null && hall.isSeated(table));
}

export function isMyTurn({ shown, mine: [own] }: TableState): boolean {
  const { waiting } = shown;
  return waiting !== null && waiting.type !== "over" && waiting.due.some(([seat]) => seat === own?.seat);
}

/** At a table of a tournament there is nothing to come back to before its game, when it calls by itself, and after it. */
export function callsByItself({ shown }: TableState): boolean {
  return shown.fixture !== null && (shown.settled || shown.waiting === null);
}

/** At a table itself its lobby says that one is invited. */
export function invitationsBut(code: string | null): readonly InvitationMessage[] {
  return hall.state.invitations.filter((each) => each.table !== code);
}

/** How many invitations there are, and tables where it is my turn. */
export function callsFrom(code: string): number {
  return running.calls + invitationsBut(code).length + mySeats().filter((table) => table.code !== code && isMyTurn(table)).length;
}

/** How many knock at this table of mine. */
export function knocksAt(code: string): number {
  return Object.keys(hall.knocks[code] ?? {}).length;
}
