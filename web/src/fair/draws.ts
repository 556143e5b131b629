/** What a game's own folder says about its draws, so that they can be made again from a record without all of its rules. */

import type { AnyEvent } from "../state/fold";
import type { GameRecord } from "./record";
import type { Purpose } from "./purpose";
import type { Source } from "./tower";

export interface Draws {
  /** Of the rules that it knows. */
  readonly edition: number;
  /** For each line of nature what was drawn from; null where only the whole rules know. */
  sources(record: GameRecord): readonly (Source | null)[];
  /** With duplicate dice, what each line of nature was drawn for; null where this page was not told. Missing where a game has none. */
  purposes?(record: GameRecord, events: readonly AnyEvent[] | null): readonly (Purpose | null)[];
  /** The dice that everybody at the table was shown, by the record, in order. */
  written(record: GameRecord): readonly number[];
  /** The same dice, as the page was told. */
  shown(events: readonly AnyEvent[]): readonly number[];
}

export const dice = (count: number, ...sides: readonly number[]): Source => ({
  type: "dice",
  sides: Array.from({ length: count }, () => sides).flat(),
});
export const oneOf = (seats: readonly number[]): Source => ({ type: "one_of", seats });
export const shuffle = (seats: readonly number[]): Source => ({ type: "shuffle", seats });

/** All seats in ascending order. */
export function seatsOf({ header }: GameRecord): number[] {
  return Array.from({ length: header.seats }, (_, seat) => seat);
}

export function ascending(seats: readonly number[]): number[] {
  return [...seats].sort((one, other) => one - other);
}
