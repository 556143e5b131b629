/** What was noted about the dice of tables, in this browser: it outlives a reload, and all windows share it. */

import type { AnyEvent, TableState } from "../state/fold";
import { type Noted, notedAfter, notedSeed, NOTHING_NOTED } from "../state/noted";

const KEY = "dicehall-dice";
const MOST = 10;

function all(): Record<string, Noted> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Noted>;
  } catch {
    return {};
  }
}

export function notesOn(table: string): Noted {
  return { ...NOTHING_NOTED, ...all()[table] };
}

/** What a table said, before and after a change. */
export function noteChange(before: TableState, after: TableState, events: readonly AnyEvent[]): void {
  note(after.code, (noted) => notedAfter(notedAfter(noted, undefined, before, []), before, after, events));
}

/** A seed goes out; `seen` is the table as it is on the screen. */
export function noteSeed(table: string, seed: string, seen: TableState | undefined): void {
  note(table, (noted) => notedSeed(noted, seed, seen));
}

function note(table: string, how: (noted: Noted) => Noted): void {
  const before = notesOn(table);
  const after = how(before);
  if (after === before) return;
  const { [table]: _, ...others } = all();
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [table, after]].slice(-MOST))));
  } catch {
    // then the check says that it does not know
  }
}
