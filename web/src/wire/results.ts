/** Results as the hall sends them. */

export interface Results {
  readonly won: number;
  readonly lost: number;
  readonly games: number;
  /** Between 0 and 1; null before the first game. */
  readonly win_rate: number | null;
  /** Games won in a row up to now; negative while they are lost. */
  readonly streak: number;
  /** Only in games whose scores are worth adding up. */
  readonly points: number | null;
  readonly rating: number | null;
}

export interface LeaderboardRow extends Results {
  readonly rank: number;
  readonly who: string;
  readonly name: string;
}

export interface Leaderboard {
  readonly game: string;
  readonly bots: boolean;
  /** False while old games are counted again. */
  readonly complete: boolean;
  readonly rows: readonly LeaderboardRow[];
}
