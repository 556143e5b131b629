/** What this browser was told about the dice of a table before they fell, and what it sent: the check after the game compares
 * with it. Pure. */

import type { AnyEvent, TableState } from "./fold";

export interface Sent {
  readonly seed: string;
  /** The commitment that was on the screen then; empty where there was none yet. */
  readonly commit: string;
}

export interface Noted {
  /** Of the table, when this was noted: another table may have its code some day, and counts from 1 again. */
  readonly version: number;
  /** The commitment to each game, by its number, as it was told while the table waited for it. */
  readonly told: Readonly<Record<string, string>>;
  readonly sent: readonly Sent[];
}

export const NOTHING_NOTED: Noted = { version: 0, told: {}, sent: [] };

const MOST_SENT = 20;

/** What the table has just said. The same object where that was nothing new. */
export function notedAfter(noted: Noted, before: TableState | undefined, after: TableState, events: readonly AnyEvent[]): Noted {
  const known = noted.version > after.version ? NOTHING_NOTED : noted;
  const { games, commit } = after.shown;
  if (isWaiting(after)) {
    const isNews = commit !== "" && known.told[games + 1] !== commit;
    return isNews ? { ...known, version: after.version, told: { ...lastOf(known.told), [games + 1]: commit } } : known;
  }
  // A table whose secret was lost commits again when it starts: nobody has seen that before the game.
  const isLate = (before === undefined || isWaiting(before)) && events.some(({ type }) => type === "committed");
  return isLate && games in known.told && known.told[games] !== commit ? { ...known, told: {} } : known;
}

/** A seed goes out, while the table looks like this. */
export function notedSeed(noted: Noted, seed: string, table: TableState | undefined): Noted {
  const commit = table !== undefined && isWaiting(table) ? table.shown.commit : "";
  return { ...noted, sent: [...noted.sent, { seed, commit }].slice(-MOST_SENT) };
}

function isWaiting({ shown }: TableState): boolean {
  return shown.waiting === null || shown.waiting.type === "over";
}

/** One game ago is still looked at. */
function lastOf(told: Noted["told"]): Noted["told"] {
  return Object.fromEntries(Object.entries(told).slice(-1));
}
