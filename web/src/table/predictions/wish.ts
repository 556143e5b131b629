/** What I am about to predict: whom, how many chips, and how sure I am. Pure. */

import type { PoolMessage } from "#protocol";

export interface Wish {
  /** Null before a face is chosen. */
  readonly seat: number | null;
  readonly chips: number;
  /** In percent. */
  readonly chance: number;
}

export const LEAST_STAKE = 1;
export const MOST_STAKE = 100;
export const LEAST_CHANCE = 1;
export const MOST_CHANCE = 99;
const USUAL_STAKE = 10;
const QUICK = [5, 10, 25, 50, 100];

/** What the purse lets me stake: what I have staked already can be staked anew. */
export function mostStake({ purse, mine }: Pick<PoolMessage, "purse" | "mine">): number {
  return Math.min(MOST_STAKE, (purse ?? 0) + (mine?.chips ?? 0));
}

/** Quick choices that the purse allows. */
export function quickStakes(most: number): readonly number[] {
  return QUICK.filter((chips) => chips <= most);
}

/** As I have predicted; else nobody yet, with one chance in so many. */
export function firstWish({ purse, mine }: Pick<PoolMessage, "purse" | "mine">, players: number): Wish {
  if (mine !== null) return { seat: mine.seat, chips: mine.chips, chance: mine.chance };
  const most = mostStake({ purse, mine });
  return { seat: null, chips: Math.max(LEAST_STAKE, Math.min(USUAL_STAKE, most)), chance: Math.round(100 / players) };
}

/** Whether there is anything new in it. */
export function isNew(wish: Wish, { mine }: Pick<PoolMessage, "mine">): boolean {
  return mine === null || wish.seat !== mine.seat || wish.chips !== mine.chips || wish.chance !== mine.chance;
}
