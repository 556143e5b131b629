/** What a round of MindRoll looks like from outside. Pure. */

import type { MindrollBoard, MindrollEvent, MindrollShownEvent, MindrollVerdictEvent, Seat } from "#protocol";
import type { Told } from "../../state/fold";
import { thisGame } from "../../state/story";

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

/** All totals that are ever called among those who are here; what I may call, moves say. */
export function rungs({ least, most }: MindrollBoard): number[] {
  return Array.from({ length: most - least + 1 }, (_, rung) => least + rung);
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
  /** That of its first event in the story. */
  readonly id: number;
  readonly revealer: Seat;
  readonly caller: Seat;
  readonly dice: readonly MindrollShownEvent[];
  readonly verdict: MindrollVerdictEvent | null;
}

/** The last reveal, until the next round's first call; null where its beginning was not told. */
export function lastReveal(story: readonly Told[]): Reveal | null {
  return thisGame(story).reduce(revealAfter, null);
}

function revealAfter(reveal: Reveal | null, told: Told): Reveal | null {
  const event = told.event as MindrollEvent;
  switch (event.type) {
    case "revealed":
      return { id: told.id, revealer: event.seat, caller: event.caller, dice: [], verdict: null };
    case "shown":
      return reveal && { ...reveal, dice: [...reveal.dice, event] };
    case "verdict":
      return reveal && { ...reveal, verdict: event };
    case "called":
      return null;
    default:
      return reveal;
  }
}
