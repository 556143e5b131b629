/** What a round of Peril shows, read off its state. */

import type { PerilBoard, PerilEvent, PerilInPerilEvent, PerilThrewEvent, Seat } from "#protocol";
import type { AnyEvent, Told } from "../../state/fold";
import { thisGame } from "../../state/story";

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

export interface Thrown {
  /** That of its event in the story. */
  readonly id: number;
  readonly number: number;
  /** Of the die that was thrown; the round after it may have another one. */
  readonly sides: number;
}

export function lastThrow(story: readonly Told[]): Thrown | null {
  const told = thisGame(story);
  const index = told.findLastIndex(({ event }) => event.type === "threw");
  const last = told[index];
  if (last === undefined) return null;
  const round = told.slice(0, index).findLast(({ event }) => event.type === "in_peril");
  const { number } = last.event as PerilThrewEvent;
  return { id: last.id, number, sides: dieFor(number, (round?.event as PerilInPerilEvent | undefined)?.die ?? null) };
}

/** The die that shows this number: that of the round, unless we came too late to hear which it was. */
function dieFor(number: number, heard: number | null): number {
  return heard !== null && number <= heard ? heard : DICE.find((sides) => number <= sides)!;
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
