/** What a round of MindRoll looks like from outside. Pure. */

import type { MindrollBoard, MindrollEvent, MindrollShownEvent, MindrollVerdictEvent, Seat, TableEvent } from "#protocol";
import type { AnyEvent } from "../contract";

export interface Call {
  readonly total: number;
  readonly caller: Seat;
}

/** The call that stands; null before the first one of a round, and between rounds. */
export function standingCall({ phase }: MindrollBoard): Call | null {
  return phase.type === "passing" || phase.type === "answering" ? { total: phase.call, caller: phase.caller } : null;
}

/** Whether dice lie hidden on the table. */
export function isDealt({ phase }: MindrollBoard): boolean {
  return phase.type !== "dealing" && phase.type !== "finished";
}

/** Who has a die in this round. */
export function holders({ scores, left }: MindrollBoard): Seat[] {
  return scores.map((_, seat) => seat).filter((seat) => !left.includes(seat));
}

/** All totals that are ever called among so many, as the table of the rules has them; what I may call, options say. */
export function rungs(players: number): number[] {
  const lowest = 3 * players + 1;
  return Array.from({ length: 3 * players }, (_, rung) => lowest + rung);
}

/** How many stand in a row, so that no row has more than `most` and the last is about as long as the others. */
export function evenRows(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}

/** The same text is the same question: what was marked for it holds. */
export function questionOf({ played, phase }: MindrollBoard): string {
  return JSON.stringify([played, phase]);
}

/** All dice turned up, and who has won by them. */
export interface Reveal {
  readonly revealer: Seat;
  readonly caller: Seat;
  readonly dice: readonly MindrollShownEvent[];
  readonly verdict: MindrollVerdictEvent | null;
}

/** The reveal to look at after these events: the last one, until somebody calls in the next round. */
export function lastReveal(known: Reveal | null, events: readonly AnyEvent[]): Reveal | null {
  let reveal = known;
  for (const event of events as readonly (MindrollEvent | TableEvent)[]) {
    if (event.type === "revealed") reveal = { revealer: event.seat, caller: event.caller, dice: [], verdict: null };
    else if (event.type === "shown" && reveal !== null) reveal = { ...reveal, dice: [...reveal.dice, event] };
    else if (event.type === "verdict" && reveal !== null) reveal = { ...reveal, verdict: event };
    else if (event.type === "called" || event.type === "game_started") reveal = null;
  }
  return reveal;
}
