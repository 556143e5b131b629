/** What every part of a table may need, without being handed it by each part above. */

import { getContext, type Snippet, setContext } from "svelte";
import type { Request, Seat } from "#protocol";
import type { TableState } from "../state/fold";

/** Seats that can be chosen in the strip: a board asks for one, and makes its own move of it. */
export interface SeatChoice {
  readonly seats: readonly Seat[];
  readonly chosen: Seat | null;
  choose(seat: Seat): void;
}

export interface AtTable {
  readonly table: TableState;
  readonly code: string;
  /** Whether I am the host of the table. */
  readonly isHost: boolean;
  /** Whether I may do what the host of the table may. */
  readonly hosts: boolean;
  /** Whether the table is locked, and I am one of those who are kept out. */
  readonly shut: boolean;
  /** Do it, and show what is refused; true where it was done. */
  act(what: Request, version?: number): Promise<boolean>;
  /** Throw the dice that are in my hand. */
  throwDice(): void;
  /** Whether an answer of mine is on its way. */
  readonly busy: boolean;
  /** Whether this is the big screen in the room: there is nothing to press. */
  readonly isTelevision: boolean;
  /** Whether I watch and want a seat as soon as this game is over. */
  sitsNext: boolean;
  /** What those who watch have in the dock before their other buttons. */
  readonly forSpectators?: Snippet;
  /** Set by the board while it asks for a seat; null otherwise. */
  choosing: SeatChoice | null;
}

const KEY = Symbol("table");

export function setTable(at: AtTable): void {
  setContext(KEY, at);
}

/** Read its fields where they are used: they change. */
export function atTable(): AtTable {
  return getContext<AtTable>(KEY);
}

/** Whether the host lets people react at this table. */
export function mayReact({ shown }: Pick<TableState, "shown">): boolean {
  return (shown as { readonly reactions?: boolean }).reactions ?? true; // a hall of an older make does not say
}
