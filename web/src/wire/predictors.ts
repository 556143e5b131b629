/** Those who predict, as the hall sends them. */

export interface Predictor {
  readonly rank: number;
  readonly who: string;
  readonly name: string;
  /** The mean of all; 0 for someone who knows nothing. */
  readonly score: number;
  readonly predictions: number;
}

export interface Predictors {
  /** Predictions before anyone is on the board. */
  readonly fewest: number;
  readonly rows: readonly Predictor[];
}

export interface OpenPrediction {
  readonly table: string;
  readonly game: number;
  readonly seat: number;
  readonly chips: number;
  /** In percent. */
  readonly chance: number;
}

export interface MyPredictions {
  readonly purse: number;
  readonly staked: number;
  /** How many were settled. */
  readonly predictions: number;
  /** How many more until I can be on the board. */
  readonly missing: number;
  /** Null before the first. */
  readonly score: number | null;
  readonly open: readonly OpenPrediction[];
  /** Whose games I cannot predict. */
  readonly shares_sign_in: readonly string[];
}

/** With its sign, as docs/predictions.md writes it; what rounds to nothing has none. */
export function scored(score: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" }).format(score);
}
