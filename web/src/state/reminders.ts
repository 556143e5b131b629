/** Which evenings to remind a reader of, and when to look at the programme again. Pure. */

import type { Programme, Tonight } from "../wire/nights";

/** Seconds after its start in which a reminder is still worth something. */
const WORTH = 30 * 60;
/** Seconds before its start at which a tournament can be entered (N-04). */
const DOORS = 30 * 60;
/** Seconds between two looks while nothing is near: themes are changed and removed. */
const NOW_AND_THEN = 10 * 60;
/** Seconds after its start until an evening that does not begin is looked for again. */
const SOON = 5;

/** The starts of which this reader was reminded already, by theme. */
export type Told = Readonly<Record<string, number>>;

/** Those that have begun, and of which nobody has told the reader yet. */
export function toTell(programme: Programme, wanted: readonly string[], told: Told): readonly Tonight[] {
  return programme.tonight.filter(
    ({ key, start }) => wanted.includes(key) && (told[key] ?? 0) < start && programme.now - start < WORTH,
  );
}

/** Seconds until the hall is asked again; null where no reminder is wanted. */
export function nextLook(programme: Programme, wanted: readonly string[]): number | null {
  if (wanted.length === 0) return null;
  const doors = programme.nights
    .filter(({ key, next }) => wanted.includes(key) && next !== null)
    .map(({ theme, next }) => next! - (theme.tournament === null ? 0 : DOORS) - programme.now);
  return Math.min(NOW_AND_THEN, ...doors.map((seconds) => Math.max(seconds + 1, SOON)));
}
