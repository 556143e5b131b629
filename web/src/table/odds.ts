/** The odds of a game, as they are read out: bars, percentages, and how sure they are. */

import type { Estimate, Odds } from "#protocol";

/** What the hall answers. */
export interface TableOdds {
  readonly version: number;
  readonly odds: Odds;
}

export interface Worth {
  readonly move: unknown;
  readonly wins: Estimate;
}

/** As many moves are shown, the best first. */
const MOST = 8;
const ALIKE = 1e-9;

/** An estimate has no digits after the point: it does not know them. */
export function percent({ value, exact }: Estimate): string {
  return `${(100 * value).toFixed(exact ? 1 : 0)} %`;
}

/** Half of the interval in percentage points, and which sentence it belongs to. */
export function sureness({ low, high, exact }: Estimate): { key: "odds-exact" | "odds-rounded" | "odds-about"; margin: string } {
  const half = 50 * (high - low);
  const key = !exact ? "odds-about" : half < 0.05 ? "odds-exact" : "odds-rounded";
  return { key, margin: `${half.toFixed(exact ? 1 : 0)} %` };
}

/** The best moves first. */
export function ranked(odds: Odds): readonly Worth[] {
  return [...odds.options].sort((one, other) => other.wins.value - one.wins.value).slice(0, MOST);
}

/** Whether it is proven that all moves are worth the same. */
export function allAlike(odds: Odds): boolean {
  const values = odds.options.map(({ wins }) => wins.value);
  return values.length > 1 && odds.options.every(({ wins }) => wins.exact) && Math.max(...values) - Math.min(...values) < ALIKE;
}
