/** How long everything is seen, in milliseconds: the one table of the telling. Reduced motion changes none of it. */

export const MS = {
  /** A card that opens a climax: "Reveal!" */
  card: 900,
  /** One hidden die turns, among many or among three. */
  turn: 450,
  turnSlowly: 500,
  /** Dice that everyone can see are thrown; one large die takes longer. */
  throw: 900,
  throwLarge: 1100,
  /** They lie still before anything is said about them; longer where a title follows. */
  lies: 300,
  liesLong: 700,
  /** A held breath. Nothing moves, nothing is said. */
  breath: 900,
  breathShort: 800,
  /** The title that says how it ended. */
  verdict: 2000,
  /** What it cost or won. */
  cost: 800,
  costLong: 900,
  points: 400,
  /** Dice that count light up; damage flies; somebody changes place. */
  glow: 500,
  fly: 1000,
  move: 600,
  /** Something ends without a climax. */
  stands: 600,
  next: 600,
  /** A new round is dealt. */
  round: 1200,
  /** What others do in passing: picks, calls, dice they keep. */
  trivia: 300,
} as const;

export type Duration = keyof typeof MS;
