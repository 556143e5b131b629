/** The throw that lies on the table, found in what was told: dice stay until the next throw. */

import type { AnyEvent, Told } from "../../state/fold";
import { thisGame } from "../../state/story";

/** Games in which some dice may be thrown again tell of throws in these two ways. */
export type ThrowEvent = Extract<AnyEvent, { type: "threw" | "threw_again"; seat: number; dice: readonly number[] }>;

export interface LyingThrow<E extends ThrowEvent = ThrowEvent> {
  readonly id: number;
  readonly event: E;
  /** Which of the dice fell with it; those that were kept lay there already. */
  readonly thrown: readonly number[];
  /** The first throw of the same turn. */
  readonly turn: number;
  /** The throw that lay there before; 0 where there was none. */
  readonly before: number;
}

/** The story with what is being told, also where it is not said yet: dice are seen to fall before anyone speaks of them. */
export function withTold(story: readonly Told[], events: readonly AnyEvent[]): readonly Told[] {
  const last = story.at(-1);
  const unsaid = events.filter((event) => !story.slice(-events.length).some((told) => told.event === event));
  return [...story, ...unsaid.map((event, at) => ({ id: (last?.id ?? 0) + 1 + at, event, game: last?.game ?? "", seats: last?.seats ?? [] }))];
}

export function lyingThrow<E extends ThrowEvent>(story: readonly Told[]): LyingThrow<E> | null {
  const throws = thisGame(story).filter(({ event }) => event.type === "threw" || event.type === "threw_again");
  const last = throws.at(-1);
  if (last === undefined) return null;
  const event = last.event as E;
  const first = throws.findLast((told) => told.event.type === "threw");
  const before = throws.at(-2);
  return {
    id: last.id,
    event,
    thrown: thrownDice(event, before?.event as E | undefined),
    turn: (first ?? last).id,
    before: before?.id ?? 0,
  };
}

function thrownDice(event: ThrowEvent, before: ThrowEvent | undefined): readonly number[] {
  const all = event.dice.map((_, die) => die);
  if (event.type === "threw" || before === undefined) return all;
  const count = Array.isArray(event.again) ? event.again.length : (event.again as number);
  return likelyThrown(before.dice, event.dice, count);
}

/** Dice that show another face were thrown. Others may have been, and shown the same face: it does not matter which. */
export function likelyThrown(before: readonly number[], after: readonly number[], count: number): readonly number[] {
  const all = after.map((_, die) => die);
  const changed = all.filter((die) => before[die] !== after[die]);
  const same = all.filter((die) => before[die] === after[die]);
  return [...changed, ...same.slice(0, Math.max(0, count - changed.length))].sort((one, other) => one - other);
}
