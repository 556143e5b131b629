/** What a round of MindRoll looks like from outside. Pure. */

import type { MindrollBoard, MindrollEvent, MindrollShownEvent, MindrollVerdictEvent, Seat } from "#protocol";
import type { AnyEvent, Told } from "../../state/fold";
import type { Cue } from "../../state/script";
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

/** The round that is played, or was played last. */
export function roundOf(board: MindrollBoard): number {
  return Math.max(1, board.played + (isDealt(board) ? 1 : 0));
}

/** Who has a die in this round. */
export function holders({ scores, left }: Pick<MindrollBoard, "scores" | "left">): Seat[] {
  return scores.map((_, seat) => seat).filter((seat) => !left.includes(seat));
}

/** Those who are ahead of somebody, and behind nobody. */
export function leaders(board: MindrollBoard): Seat[] {
  const scores = holders(board).map((seat) => board.scores[seat]!);
  const best = Math.max(...scores);
  return best === Math.min(...scores) ? [] : holders(board).filter((seat) => board.scores[seat] === best);
}

/** All totals that are ever called among those who are here; what I may call, moves say. */
export function rungs({ least, most }: MindrollBoard): number[] {
  return Array.from({ length: most - least + 1 }, (_, rung) => least + rung);
}

/** As many neighbours of the chosen one as there is room for, the chosen one in the middle as far as the ends allow. */
export function around(totals: readonly number[], chosen: number, room: number): readonly number[] {
  const first = totals.indexOf(chosen) - Math.floor(room / 2);
  const start = Math.max(0, Math.min(first, totals.length - room));
  return totals.slice(start, start + room);
}

/** The same text is the same question: what was marked for it holds. */
export function questionOf({ played, phase }: MindrollBoard): string {
  return JSON.stringify([played, phase]);
}

/** All dice turned up, and who has won by them. */
export interface Reveal {
  readonly revealer: Seat;
  readonly caller: Seat;
  readonly call: number;
  readonly dice: readonly MindrollShownEvent[];
  readonly verdict: MindrollVerdictEvent | null;
}

/** The last reveal, until the next deal; null where its beginning was not told. `told` is being told now, and may not be
 * part of the story yet. */
export function lastReveal(story: readonly Told[], told: readonly AnyEvent[] = []): Reveal | null {
  const reveal = thisGame(story).map(({ event }) => event as MindrollEvent).reduce(revealAfter, null);
  if (reveal === null || reveal.dice.length > 0) return reveal;
  return (told as readonly MindrollEvent[]).filter(({ type }) => type === "shown").reduce(revealAfter, reveal);
}

function revealAfter(reveal: Reveal | null, event: MindrollEvent): Reveal | null {
  switch (event.type) {
    case "revealed":
      return { revealer: event.seat, caller: event.caller, call: event.call, dice: [], verdict: null };
    case "shown":
      return reveal && { ...reveal, dice: [...reveal.dice, event] };
    case "verdict":
      return reveal && { ...reveal, verdict: event };
    case "dealt":
    case "voided":
      return null;
    default:
      return reveal;
  }
}

/** The dice in the order in which they turn: the revealer's last but one, the caller's last. */
export function inOrder({ dice, revealer, caller }: Reveal): readonly MindrollShownEvent[] {
  const rank = ({ seat }: MindrollShownEvent) => (seat === caller ? 2 : seat === revealer ? 1 : 0);
  return dice.toSorted((one, other) => rank(one) - rank(other));
}

/** The dice that lie open in this beat, in the order in which they were turned. */
export function openDice(reveal: Reveal, cue: Pick<Cue, "name" | "step"> | null): readonly MindrollShownEvent[] {
  const isTurning = cue?.name === "turn" || cue?.name === "breath";
  return inOrder(reveal).slice(0, isTurning ? (cue.step ?? 0) : undefined);
}

export function sumOf(dice: readonly { readonly number: number }[]): number {
  return dice.reduce((sum, { number }) => sum + number, 0);
}

export const CHECKS = ["colour", "number", "sum"] as const;
export type Check = (typeof CHECKS)[number];

/** What each check found, in the order of checking; the first that decides ends it. */
export function checksOf({ reason }: Pick<MindrollVerdictEvent, "reason">): readonly { check: Check; found: "differs" | "decides" | "skipped" }[] {
  const decides = CHECKS.indexOf(reason);
  return CHECKS.map((check, at) => ({ check, found: at < decides ? "differs" : at === decides ? "decides" : "skipped" }));
}

/** Whether the winner has it because the call was too high, because it holds, or by a likeness. */
export function ending({ reason, too_high }: Pick<MindrollVerdictEvent, "reason" | "too_high">): "high" | "holds" | "colour" | "number" {
  if (reason !== "sum") return reason;
  return too_high ? "high" : "holds";
}

/** Those who come before me when everybody answers in the order of the seats, `turn` first. */
export function before(board: MindrollBoard, turn: Seat, me: Seat): readonly Seat[] {
  const seats = holders(board);
  const ordered = [...seats.filter((seat) => seat >= turn), ...seats.filter((seat) => seat < turn)];
  return ordered.slice(0, ordered.indexOf(me));
}
