/** The tables of the hall in the order in which they are worth a look. */

import type { Row } from "#protocol";

/** Whether it is worth trying to sit down there; the hall has the last word. */
export function hasRoom(row: Row): boolean {
  return row.state !== "playing" && !row.locked && row.people + row.bots < row.seats;
}

/** Those that fill up soon first, then those that wait for people, the fullest first. */
export function toSitAt(rows: readonly Row[]): readonly Row[] {
  return rows
    .filter(hasRoom)
    .sort(
      (one, other) =>
        (one.fills_at ?? Infinity) - (other.fills_at ?? Infinity) ||
        other.people - one.people ||
        one.table.localeCompare(other.table),
    );
}

/** The game for which most people wait at a table that fills up soon. */
export function waitedFor(rows: readonly Row[]): string | null {
  const waiting = rows.filter((row) => row.fills_at !== null && hasRoom(row));
  return waiting.sort((one, other) => other.people - one.people)[0]?.game ?? null;
}

/** Those where something happens, by how many people play. */
export function toWatch(rows: readonly Row[]): readonly Row[] {
  return rows
    .filter((row) => row.state === "playing")
    .sort((one, other) => other.people - one.people || one.table.localeCompare(other.table));
}
