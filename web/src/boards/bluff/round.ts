/** What a round of Bluff looks like from outside. Pure. */

import type { BluffBoard, BluffEvent, BluffMove, BluffOptions, BluffStakes, Seat } from "#protocol";

export interface Claim {
  readonly claimant: Seat;
  readonly total: number;
}

/** The claim that waits for an answer; null where none does. */
export function standingClaim({ phase }: BluffBoard): Claim | null {
  if (phase.type !== "answering") return null;
  const claimant = phase.circle.at(-1)!;
  return { claimant, total: phase.claims[claimant]!.at(-1)! };
}

/** Who plays this round, in the order of play from the leader on: it stays the same while the turn goes round. */
export function inOrder({ phase, players, leader }: BluffBoard): readonly Seat[] {
  if (phase.type === "dealing") return phase.order;
  if (phase.type !== "claiming" && phase.type !== "answering") return players;
  const first = Math.max(phase.circle.indexOf(leader ?? -1), 0);
  return [...phase.circle.slice(first), ...phase.circle.slice(0, first)];
}

/** Who is to claim or to answer. */
export function inTurn({ phase }: BluffBoard): Seat | null {
  return phase.type === "claiming" || phase.type === "answering" ? phase.circle[0]! : null;
}

/** Who comes before me, from the one in turn on; null where my turn does not come round. */
export function untilMe({ phase }: BluffBoard, me: Seat | null): readonly Seat[] | null {
  if (me === null || (phase.type !== "claiming" && phase.type !== "answering")) return null;
  const at = phase.circle.indexOf(me);
  return at === -1 ? null : phase.circle.slice(0, at);
}

/** A player of the round in the line above the claim. */
export interface Link {
  readonly seat: Seat;
  /** What was claimed last; null where nothing was, and for the one in turn. */
  readonly total: number | null;
  /** Whether that claim waits for an answer. */
  readonly waits: boolean;
  readonly isTurn: boolean;
  /** 0 is shown in any case; the higher, the sooner it is left out. */
  readonly rank: number;
}

/** The last claims, oldest first, then the one in turn, then those who have yet to speak. */
export function lineOf(board: BluffBoard): readonly Link[] {
  const { phase } = board;
  if (phase.type !== "claiming" && phase.type !== "answering") {
    return inOrder(board).map((seat, rank) => ({ seat, total: null, waits: false, isTurn: false, rank }));
  }
  const [turn, ...rest] = phase.circle;
  const lastOf = (seat: Seat) => phase.claims[seat]!.at(-1) ?? null;
  const spoken = rest.filter((seat) => lastOf(seat) !== null);
  const silent = rest.filter((seat) => lastOf(seat) === null);
  return [
    ...spoken.map((seat, at) => {
      const rank = spoken.length - at;
      return { seat, total: lastOf(seat), waits: phase.type === "answering" && rank === 1, isTurn: false, rank };
    }),
    { seat: turn!, total: null, waits: false, isTurn: true, rank: 0 },
    ...silent.map((seat, at) => ({ seat, total: null, waits: false, isTurn: false, rank: spoken.length + 1 + at })),
  ];
}

/** The number of the elimination round that is played; 0 before the first. */
export function elimination({ depth }: BluffBoard): number {
  return Math.max(0, ...depth);
}

/** The same text is the same question: what was dialled for it holds. */
export function questionOf({ round, depth, phase }: BluffBoard): string {
  return JSON.stringify([round, depth, phase]);
}

/** A claim that was doubted, and the dice behind it. */
export interface Doubt {
  readonly accuser: Seat;
  readonly claimant: Seat;
  readonly claim: number;
  readonly dice: readonly number[];
  /** How many of the dice lie face up. */
  readonly turned: number;
}

/** The doubt on the board; `step` is how many dice the beat has turned, where it says so. */
export function doubtOn({ phase }: BluffBoard, step: number | undefined): Doubt | null {
  if (phase.type !== "immunity") return null;
  const { accuser, claimant, total, dice } = phase;
  return { accuser, claimant, claim: total, dice, turned: step ?? dice.length };
}

export function sumOf(dice: readonly number[]): number {
  return dice.reduce((sum, face) => sum + face, 0);
}

/** How the dice stand to the claim, once they all lie face up. */
export function outcome({ claim, dice }: Doubt, { bluff }: Pick<BluffOptions, "bluff">): "equal" | "enough" | "bluff" {
  const sum = sumOf(dice);
  if (sum === claim) return "equal";
  return bluff === "over_only" && sum > claim ? "enough" : "bluff";
}

/** What the last die has to show to make the claim true. */
export interface Need {
  readonly kind: "exactly" | "least" | "any" | "none";
  readonly face: number;
}

export function need({ claim, dice }: Doubt, { bluff }: Pick<BluffOptions, "bluff">): Need {
  const face = claim - sumOf(dice.slice(0, 2));
  if (face > 6) return { kind: "none", face };
  if (bluff === "over_only") return { kind: face <= 1 ? "any" : face === 6 ? "exactly" : "least", face };
  return { kind: face < 1 ? "none" : "exactly", face };
}

/** Those who win or lose by a call: me first, where I am one of them; otherwise who calls. */
export function stakesOf(board: BluffBoard, stakes: BluffStakes, me: Seat | null): Readonly<Record<keyof BluffStakes, readonly (readonly [Seat, number])[]>> {
  const seats = [inTurn(board)!, standingClaim(board)!.claimant] as const;
  const pairs = (amounts: readonly [number, number]) => {
    const both = [[seats[0], amounts[0]], [seats[1], amounts[1]]] as const;
    return seats[1] === me ? [both[1], both[0]] : both;
  };
  return { bluff: pairs(stakes.bluff), truth: pairs(stakes.truth) };
}

/** The claim that is being spoken of: the one that stands, or the one that just passed or became void. */
export function spokenClaim(board: BluffBoard, told: BluffEvent | undefined): Claim | null {
  if (told?.type === "believed") return { claimant: told.claimant, total: told.points };
  if (told?.type === "claim_void") return { claimant: told.seat, total: told.total };
  return standingClaim(board);
}

/** So many neighbouring totals, with `value` in the middle as far as the ends allow. */
export function windowOf(totals: readonly number[], value: number, count: number): readonly number[] {
  const first = Math.min(totals.indexOf(value) - Math.floor((count - 1) / 2), totals.length - count);
  return totals.slice(Math.max(0, first), Math.max(0, first) + count);
}

/** Which question I am asked; its words go by this name. */
export function asked(board: BluffBoard, moves: readonly BluffMove[]): "card" | "claim" | "last" | "answer" | "forced" {
  const offered = new Set(moves.map(({ type }) => type));
  if (offered.has("play_immunity")) return "card";
  if (standingClaim(board) === null) return "claim";
  if (offered.has("accept")) return "last";
  return offered.has("claim") ? "answer" : "forced";
}
