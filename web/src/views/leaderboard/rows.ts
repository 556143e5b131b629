/** The leaderboard as the hall sends it. */

import type { Results } from "../person/results";

export interface Ranked extends Results {
  readonly rank: number;
  readonly who: string;
  readonly name: string;
}

export interface Board {
  readonly game: string;
  readonly bots: boolean;
  /** False while old games are counted again. */
  readonly complete: boolean;
  readonly rows: readonly Ranked[];
}
