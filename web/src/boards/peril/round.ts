/** What a round of Peril shows, read off its board and what is being told. Pure. */

import type { PerilBoard, PerilEvent, Seat } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";
import { isVerdict, type Phase, WOUNDS } from "./script";

type Beat = Pick<View<"peril">, "board" | "cue" | "events">;

export function perilOf(phase: Phase): Seat | null {
  return "peril" in phase ? phase.peril : null;
}

/** The owners of all numbers, from 1 up; none where no round is on. */
export function numbersOf(phase: Phase): readonly (Seat | null)[] {
  return "board" in phase ? phase.board : [];
}

/** The numbers of this seat. */
export function ownNumbers(phase: Phase, seat: Seat | null): readonly number[] {
  return numbersOf(phase).flatMap((owner, index) => (owner !== null && owner === seat ? [index + 1] : []));
}

/** How many numbers this seat may pick in a row now. */
export function owed(phase: Phase, seat: Seat | null): number {
  if (phase.type !== "picking") return 0;
  const next = phase.queue.findIndex((each) => each !== seat);
  return next === -1 ? phase.queue.length : next;
}

/** Who picks before this seat; null where it has nothing more to pick. */
export function before(phase: Phase, seat: Seat | null): readonly Seat[] | null {
  if (phase.type !== "picking" || seat === null) return null;
  const at = phase.queue.indexOf(seat);
  return at === -1 ? null : [...new Set(phase.queue.slice(0, at))];
}

/** How many numbers everyone picks in this round. */
export function picksEach(phase: Phase): number {
  const peril = perilOf(phase);
  const queued = phase.type === "picking" ? phase.queue.filter((seat) => seat === peril).length : 0;
  return queued + ownNumbers(phase, peril).length;
}

/** Mark a number or take its mark away; beyond what is owed, the oldest mark makes room. */
export function toggled(marked: readonly number[], number: number, most: number): readonly number[] {
  if (marked.includes(number)) return marked.filter((each) => each !== number);
  return [...marked, number].slice(-most);
}

/** Everyone's hearts. A life is lost in the beat that says what the throw cost, and not before. */
export function heartsOf({ board, cue, events }: Beat): readonly number[] {
  const wound = woundIn(events);
  return cue?.name === "verdict" && wound !== undefined ? board.lives.with(wound.seat, wound.lives + 1) : board.lives;
}

/** Who loses a life in this beat. */
export function hurt({ cue, events }: Pick<Beat, "cue" | "events">): Seat | null {
  return cue?.name === "cost" ? (woundIn(events)?.seat ?? null) : null;
}

function woundIn(events: readonly AnyEvent[]) {
  return (events as readonly PerilEvent[]).find((event) => WOUNDS.has(event.type)) as
    | Extract<PerilEvent, { type: "direct_hit" | "no_shield" }>
    | undefined;
}

/** What the die shows once it lies; null before, and between two throws. */
export function thrownIn({ board, cue }: Beat): number | null {
  return cue === null || cue.name === "throw" ? null : ((board.phase as Phase).thrown ?? null);
}

/** The number that is lit: that of the throw, in the beat that says whose it is. */
export function litIn(beat: Beat): number | null {
  return beat.cue?.name === "verdict" && beat.events.some(isVerdict) ? thrownIn(beat) : null;
}

/** Whether the board waits in the dark for the die to lie. */
export function isDark({ cue }: Pick<Beat, "cue">): boolean {
  return cue?.name === "throw" || cue?.name === "lies";
}

/** Whom the verdict has just made safe, and who is in peril for it. */
export function twistIn({ cue, events }: Pick<Beat, "cue" | "events">) {
  const twist = (events as readonly PerilEvent[]).find((event) => event.type === "plot_twist");
  return cue?.name === "verdict" && twist?.type === "plot_twist" ? twist : null;
}

export function alive({ lives }: Pick<PerilBoard, "lives">): number {
  return lives.filter((left) => left > 0).length;
}
