/** What a round of Peril shows, read off its state. */

import type { PerilBoard, PerilEvent, PerilThrewEvent, Seat } from "#protocol";
import type { AnyEvent } from "../../store/fold";

type Phase = PerilBoard["phase"];

const DICE = [6, 12, 20, 30];

export function perilOf(phase: Phase): Seat | null {
  return "peril" in phase ? phase.peril : null;
}

/** The owners of all numbers, from 1 up; none where no round is on. */
export function numbersOf(phase: Phase): readonly (Seat | null)[] {
  return "board" in phase ? phase.board : [];
}

/** How many numbers this seat may pick in a row now. */
export function owed(phase: Phase, seat: Seat | null): number {
  if (phase.type !== "picking") return 0;
  const next = phase.queue.findIndex((each) => each !== seat);
  return next === -1 ? phase.queue.length : next;
}

/** Mark a number or take its mark away; beyond what is owed, the oldest mark makes room. */
export function toggled(marked: readonly number[], number: number, most: number): readonly number[] {
  if (marked.includes(number)) return marked.filter((each) => each !== number);
  return [...marked, number].slice(-most);
}

export function lastThrow(events: readonly AnyEvent[]): PerilThrewEvent | undefined {
  return (events as readonly PerilEvent[]).findLast((event) => event.type === "threw");
}

/** The die that shows this number: the one that lay there, unless we came too late to see which it was. */
export function dieFor(number: number, seen: number | null): number {
  return seen !== null && number <= seen ? seen : DICE.find((sides) => number <= sides)!;
}

/** Whether this seat has lost a life just now. */
export function hurt(events: readonly AnyEvent[], seat: Seat): boolean {
  return (events as readonly PerilEvent[]).some(
    (event) => (event.type === "direct_hit" || event.type === "no_shield") && event.seat === seat,
  );
}

export function elimination(events: readonly AnyEvent[], seat: Seat): PerilEvent | undefined {
  return (events as readonly PerilEvent[]).find((event) => event.type === "eliminated" && event.seat === seat);
}
