/**
 * What of a table is on the screen: a queue of beats beside its state. Everything is seen for its own time; what comes too
 * fast waits its turn. Pure: the owner of a clock asks for the next beat at `until`.
 */

import type { ServerMessage } from "#protocol";
import type { Pace } from "../look/preferences.svelte";
import type { Beat } from "./beats";
import type { AnyEvent, TableState } from "./fold";
import { MS } from "./durations";
import type { Cue } from "./script";

export interface Telling {
  /** What is on the screen; null before the first beat. */
  readonly current: Beat | null;
  readonly waiting: readonly Beat[];
  /** Until when the current beat is seen, in milliseconds of our own clock. */
  readonly until: number;
  /** The id of the first event that is news. */
  readonly fresh: number;
  /** Whether so much waits that a person has to say whether they want to see it. */
  readonly isBehind: boolean;
  /** How many turns were jumped over when I was away, until something else is told. */
  readonly wentBy: number;
}

/** A table as it is on the screen. */
export interface TableOnScreen extends TableState {
  /** Whether a change is still being told. Then nobody is asked anything. */
  readonly telling: boolean;
  readonly cue: Cue | null;
  /** What is being told. */
  readonly events: readonly AnyEvent[];
  /** How far the telling of this change has come. */
  readonly progress: { readonly at: number; readonly of: number };
  readonly isBehind: boolean;
  /** How many turns of others were left out just before, because too much waited. */
  readonly skipped: number;
  /** How many turns went by while I was away: those that wait to be shown, or were jumped over just before. */
  readonly wentBy: number;
}

export const SILENT: Telling = { current: null, waiting: [], until: 0, fresh: 0, isBehind: false, wentBy: 0 };

/** Milliseconds of waiting beats from which trivia is cut, and from which whole turns of others are skipped. */
const CUT_TRIVIA = 4_000;
const SKIP_TURNS = 12_000;
/** Nobody wants to see more of what they missed, or of a game that has long gone on. */
const MOST = 60_000;

const BRISK = 0.5;

/** Another change, behind those that wait; at once where the screen is free. While the page is hidden, it waits to be asked for. */
export function tell(telling: Telling, beats: readonly Beat[], now: number, pace: Pace = "full", isHidden = false): Telling {
  if (pace === "results") return withTitle(hurry({ ...telling, waiting: [...telling.waiting, ...beats] }), beats, now);
  const all = merged([...telling.waiting, ...beats]);
  const some = lengthOf(all) > CUT_TRIVIA ? withoutTrivia(all) : all;
  const isTelling = telling.current?.telling === true && telling.until > now;
  const waiting = isHidden ? caughtUp(some, MOST, isTelling) : keptUp(some, isTelling);
  const queued = { ...telling, waiting, wentBy: 0 };
  if (telling.isBehind) return isMyTurnAfter(waiting) ? hurry(queued) : queued;
  return queued.until <= now && !isHidden ? next(queued, now, pace) : queued;
}

/** Where only results are wanted, the last title lies over the table as it is: nobody waits for it. */
function withTitle(telling: Telling, beats: readonly Beat[], now: number): Telling {
  const titled = beats.findLast(({ cue }) => cue?.card !== undefined);
  if (telling.current === null || titled === undefined) return telling;
  const cue: Cue = { name: "result", ms: MS.verdict, card: "top" };
  return { ...telling, current: { ...telling.current, cue, events: titled.events }, until: now + cue.ms };
}

/** The beat on the screen was seen for long enough, or a person has tapped: the next one, and with it those that need no time. */
export function next(telling: Telling, now: number, pace: Pace = "full"): Telling {
  const [current, ...waiting] = telling.waiting;
  if (current === undefined) {
    return { ...telling, current: telling.current && { ...telling.current, cue: null }, until: now, isBehind: false };
  }
  const shown = { ...telling, current, waiting, fresh: Math.max(telling.fresh, current.fresh) };
  const ms = (current.cue?.ms ?? 0) * (pace === "brisk" ? BRISK : 1);
  return ms === 0 && waiting.length > 0 ? next(shown, now, pace) : { ...shown, until: now + ms };
}

/** Everything now. */
export function hurry(telling: Telling): Telling {
  const current = telling.waiting.at(-1) ?? telling.current;
  if (current === null || (telling.waiting.length === 0 && telling.until === 0)) return telling;
  const wentBy = telling.isBehind ? turnsIn(telling.waiting) : 0;
  return { current, waiting: [], until: 0, fresh: Math.max(telling.fresh, current.fresh), isBehind: false, wentBy };
}

/** The page was not looked at: if much waits, you are asked whether you want to see it. */
export function lookAgain(telling: Telling): Telling {
  if (telling.current === null) return hurry(telling); // the table was on the screen as it is all the time
  if (lengthOf(telling.waiting) <= CUT_TRIVIA) return telling;
  const queued = { ...telling, waiting: withoutTrivia(telling.waiting), isBehind: true };
  return isMyTurnAfter(queued.waiting) ? hurry(queued) : queued;
}

/** You want to see it. */
export function showMe(telling: Telling, now: number, pace: Pace): Telling {
  return next({ ...telling, isBehind: false }, now, pace);
}

/** With these, everything that was told before them is shown. */
const PRESSING = new Set<ServerMessage["type"]>(["gone", "welcome"]);

/** What a message other than a change does to what is told. A table that comes as a whole is shown as a whole; when a
 * clock of mine runs out, there is no time for a show. */
export function hear(telling: Telling, message: ServerMessage, mySeats: readonly number[]): Telling {
  if (message.type === "table") return SILENT;
  const isPressing = message.type === "clock_warning" ? mySeats.includes(message.seat) : PRESSING.has(message.type);
  return isPressing ? hurry(telling) : telling;
}

/** Where nothing waits, the table is shown as it is. Chat and who is here never wait. */
export function onScreen(table: TableState, { current, waiting, fresh, isBehind, wentBy }: Telling): TableOnScreen {
  if (current === null || waiting.length === 0) {
    const { cue, events } = current ?? { cue: null, events: [] };
    return { ...table, fresh: Math.max(fresh, table.fresh), telling: false, cue, events, progress: { at: 0, of: 0 }, isBehind: false, skipped: 0, wentBy };
  }
  const { version, shown, won, mine, story, telling, cue, events, at, of, skipped = 0 } = current;
  return { ...table, version, shown, won, mine, story, fresh, telling, cue, events, progress: { at, of }, isBehind, skipped, wentBy: isBehind ? turnsIn(waiting) : 0 };
}

/** Trivia after trivia is one beat: what all of them did, told at once. */
function merged(beats: readonly Beat[]): readonly Beat[] {
  return beats.reduce<readonly Beat[]>((so, beat) => {
    const last = so.at(-1);
    const isMore = last?.cue?.isTrivia === true && beat.cue?.isTrivia === true && !last.telling;
    return isMore ? [...so.slice(0, -1), { ...beat, fresh: last.fresh, events: [...last.events, ...beat.events] }] : [...so, beat];
  }, []);
}

/** The last beat stays: it has the next question. */
function withoutTrivia(beats: readonly Beat[]): readonly Beat[] {
  return beats.filter((beat, index) => beat.cue?.isTrivia !== true || index === beats.length - 1);
}

/** Turns without a climax go first. The others go when I am asked meanwhile, and my time runs; and where I only watch, so
 * that people in one room see the same. A player whom nobody waits for sees them all, be they some moments old. */
function keptUp(beats: readonly Beat[], isTelling: boolean): readonly Beat[] {
  const some = caughtUp(beats, SKIP_TURNS, isTelling, isClimax);
  const isPressed = isMyTurnAfter(some) || some.at(-1)?.mine.length === 0;
  return caughtUp(some, isPressed ? SKIP_TURNS : MOST, isTelling);
}

/** Whole changes are left out, the oldest first, and the next beat says how many: never the one that is being told, the
 * last, or one that has cost or brought me something. */
function caughtUp(beats: readonly Beat[], most: number, isTelling: boolean, isDear: (beat: Beat) => boolean = isAboutMe): readonly Beat[] {
  const changes = changesIn(beats);
  let waits = lengthOf(beats);
  const kept: Beat[] = [];
  let left: readonly Beat[] = [];
  for (const [index, change] of changes.entries()) {
    const mayGo = !(index === 0 && isTelling) && index < changes.length - 1 && !change.some(isDear);
    if (waits > most && mayGo) {
      waits -= lengthOf(change);
      left = [...left, ...change];
      continue;
    }
    const [first, ...rest] = change;
    kept.push(left.length === 0 ? first! : { ...first!, fresh: left[0]!.fresh, skipped: turnsIn(left) + (first!.skipped ?? 0) }, ...rest);
    left = [];
  }
  return kept.length === beats.length ? beats : kept;
}

/** The last beat of each asks the next question. */
function changesIn(beats: readonly Beat[]): readonly (readonly Beat[])[] {
  const ends = beats.flatMap(({ telling }, index) => (telling && index < beats.length - 1 ? [] : [index + 1]));
  return ends.map((end, index) => beats.slice(ends[index - 1] ?? 0, end));
}

function isAboutMe({ cue, mine }: Beat): boolean {
  return cue?.costs?.some(([seat]) => mine.some((each) => each.seat === seat)) === true;
}

/** What has a title, or a price, is what people play for. */
function isClimax({ cue }: Beat): boolean {
  return cue?.card !== undefined || (cue?.costs ?? []).length > 0;
}

/** How many changes are told in them, with those that were left out. */
function turnsIn(beats: readonly Beat[]): number {
  return beats.reduce((sum, { telling, skipped = 0 }) => sum + (telling ? 0 : 1) + skipped, 0);
}

/** Whether I am to choose, or to throw, once they are told. */
function isMyTurnAfter(beats: readonly Beat[]): boolean {
  const { mine = [], shown } = beats.at(-1) ?? {};
  const thrower = shown?.waiting?.type === "chance" ? shown.waiting.thrower : null;
  return mine.some(({ seat, moves }) => moves.length > 0 || seat === thrower);
}

function lengthOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, { cue }) => sum + (cue?.ms ?? 0), 0);
}
