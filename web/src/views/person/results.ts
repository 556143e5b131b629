/** A person's results as the hall sends them. */

import type { Person } from "#protocol";
import type { Results } from "../../wire/results";

export interface Profile {
  readonly person: Person;
  readonly overall: Results;
  /** By the names of games, only those that were played. */
  readonly games: Readonly<Record<string, Results>>;
}

export interface Player {
  readonly who: string;
  readonly name: string;
  /** Null where the game was broken off. */
  readonly place: number | null;
  readonly score: number | null;
}

export interface PastGame {
  readonly id: number;
  readonly game: string;
  readonly table: string;
  readonly number: number;
  /** Seconds since 1970; null where nobody has noted it. */
  readonly ended: number | null;
  readonly players: readonly Player[];
  readonly result: "won" | "lost" | "broken_off";
  /** Where the record can be fetched. */
  readonly record: string;
}

export interface History {
  readonly games: readonly PastGame[];
  /** Where the next page begins; null where there is none. */
  readonly before: number | null;
}

const BOT = "bot:";

/** From the first place to the last. */
export function ranked(players: readonly Player[]): readonly Player[] {
  return players.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
}

/** Bots have no page, and neither has an account that was deleted. */
export function hasPage({ who, name }: Player, deleted: string): boolean {
  return !who.startsWith(BOT) && name !== deleted;
}
