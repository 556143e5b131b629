/** How the dice of this hall have fallen, as the hall tells it; and what to say about it. Pure. */

export interface Size {
  readonly sides: number;
  /** How many fell. */
  readonly dice: number;
  readonly counts: readonly number[];
  /** Pearson's chi-square test; null while too few have fallen. */
  readonly faces: { readonly expected: number; readonly chi_square: number; readonly degrees: number; readonly p: number } | null;
  readonly repeated: number;
  readonly repeats: { readonly expected: number; readonly p: number } | null;
  readonly longest: number;
  readonly longest_expected: number | null;
}

export interface Report {
  /** False while old games are counted again. */
  readonly complete: boolean;
  readonly dice: readonly Size[];
}

export type Verdict = "few" | "even" | "odd" | "rare" | "usual";

const RARE = 0.05;
export const HARDLY_EVER = 0.001;

/** Fair dice are a little unusual now and then. */
export function verdictOn({ faces, repeats }: Pick<Size, "faces" | "repeats">): Verdict {
  if (faces === null || repeats === null) return "few";
  if (faces.p > 1 - HARDLY_EVER) return "even";
  const worst = Math.min(faces.p, repeats.p);
  if (worst < HARDLY_EVER) return "odd";
  return worst < RARE ? "rare" : "usual";
}
