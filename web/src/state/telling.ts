/**
 * What of a table is on the screen: a queue of beats beside its state. Everything is seen for a moment; what comes too
 * fast waits its turn. Pure: the owner of a clock asks for the next beat at `until`.
 */

import type { ServerMessage, Setting } from "#protocol";
import type { Beat } from "./beats";
import type { TableState } from "./fold";

export interface Telling {
  /** What is on the screen; null before the first beat. */
  readonly current: Beat | null;
  readonly waiting: readonly Beat[];
  /** Until when the current beat should be seen, by our own clock. */
  readonly until: number;
  /** When all that waits must have been shown. */
  readonly deadline: number;
  /** The id of the first event that is news. */
  readonly fresh: number;
}

/** A table as it is on the screen. */
export interface TableOnScreen extends TableState {
  /** Whether a change is still being told: what was told last is newer than the board, and nobody is asked anything. */
  readonly telling: boolean;
}

export const SILENT: Telling = { current: null, waiting: [], until: 0, deadline: 0, fresh: 0 };

/** Seconds that everything together may be held back where the clock is long, and the share of a shorter one. */
const PATIENCE = 16;
const SHARE = 1 / 5;

/** For how long anything may be held back at such a table: nobody's clock is to be eaten up. */
export function patienceAt({ clock, on_timeout }: Pick<Setting, "clock" | "on_timeout">): number {
  return on_timeout === "wait" ? PATIENCE : Math.min(PATIENCE, clock * SHARE);
}

/** Another change, behind those that wait; at once where the screen is free. */
export function tell(telling: Telling, beats: readonly Beat[], now: number, patience: number): Telling {
  return beats.reduce((so, beat) => {
    if (so.until <= now && so.waiting.length === 0) return show(so, beat, now);
    const deadline = so.waiting.length === 0 ? now + patience : so.deadline;
    return { ...so, deadline, waiting: [...so.waiting, beat] };
  }, telling);
}

/** The beat on the screen was seen for long enough: the next one, and with it those that need no time. */
export function next(telling: Telling, now: number): Telling {
  const [first, ...waiting] = telling.waiting;
  if (first === undefined) return { ...telling, until: now };
  const shown = show({ ...telling, waiting }, first, now);
  return shown.until > now ? shown : waiting.length === 0 ? shown : next(shown, now);
}

/** Everything now: a person has pressed something, or looks elsewhere, or a clock runs out. */
export function hurry(telling: Telling): Telling {
  if (telling.waiting.length === 0 && telling.until === 0) return telling;
  const last = telling.waiting.at(-1);
  return { ...telling, ...(last && { current: last, fresh: Math.max(telling.fresh, last.fresh) }), waiting: [], until: 0 };
}

/** With these, all that was told before them is shown; and when a clock runs out, there is no time for a show. */
const PRESSING = new Set<ServerMessage["type"]>(["gone", "welcome", "clock_warning"]);

/** What a message other than a change does to what is told. A table that comes as a whole is shown as a whole. */
export function hear(telling: Telling, { type }: Pick<ServerMessage, "type">): Telling {
  if (type === "table") return SILENT;
  return PRESSING.has(type) ? hurry(telling) : telling;
}

/** Where nothing waits, the table is shown as it is. Chat and who is here never wait. */
export function onScreen(table: TableState, { current, waiting, fresh }: Telling): TableOnScreen {
  if (current === null || waiting.length === 0) return { ...table, fresh: Math.max(fresh, table.fresh), telling: false };
  const { version, shown, won, mine, story, telling } = current;
  return { ...table, version, shown, won, mine, story, fresh, telling };
}

function show(telling: Telling, beat: Beat, now: number): Telling {
  const until = now + beat.seconds * haste(telling, beat, now);
  return { ...telling, current: beat, until, fresh: Math.max(telling.fresh, beat.fresh) };
}

/** The more waits, the faster it goes. */
function haste({ waiting, deadline }: Telling, { seconds }: Beat, now: number): number {
  if (waiting.length === 0) return 1;
  const wanted = waiting.reduce((sum, beat) => sum + beat.seconds, seconds);
  return wanted === 0 ? 0 : Math.min(1, Math.max(0, deadline - now) / wanted);
}
