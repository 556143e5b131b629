/** What a round of Bluff looks like from outside. Pure. */

import type { BluffBoard, BluffEvent, Seat } from "#protocol";
import type { Told } from "../../state/fold";
import { thisGame } from "../../state/story";

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

export function claimsOf({ phase }: BluffBoard, seat: Seat): readonly number[] {
  return phase.type === "claiming" || phase.type === "answering" ? phase.claims[seat]! : [];
}

/** Whether all players of the round hold dice. */
export function isDealt({ phase }: BluffBoard): boolean {
  return phase.type === "claiming" || phase.type === "answering" || phase.type === "immunity";
}

/** The number of the elimination round that is played; 0 before the first. */
export function elimination({ depth }: BluffBoard): number {
  return Math.max(0, ...depth);
}

/** The same text is the same question: what was dialled for it holds. */
export function questionOf({ round, depth, phase }: BluffBoard): string {
  return JSON.stringify([round, depth, phase]);
}

/** A claim that was doubted, the dice that were turned up for it, and what came of it. */
export interface Doubt {
  /** That of its first event in the story; 0 where it was not heard. */
  readonly id: number;
  readonly claimant: Seat;
  readonly claim: number;
  readonly dice: readonly number[];
  readonly total: number;
  readonly outcome: readonly BluffEvent[];
}

/** The last doubt, until the next round's first claim; null where its beginning was not told. */
export function lastDoubt(story: readonly Told[]): Doubt | null {
  return thisGame(story).reduce(doubtAfter, null);
}

function doubtAfter(doubt: Doubt | null, told: Told): Doubt | null {
  const event = told.event as BluffEvent;
  switch (event.type) {
    case "bluff_called":
      return { id: told.id, claimant: event.claimant, claim: event.total, dice: [], total: 0, outcome: [] };
    case "shown":
      return doubt && { ...doubt, dice: event.dice, total: event.total };
    case "was_bluff":
    case "no_bluff":
    case "immunity_played":
    case "immunity_declined":
    case "gained":
    case "lost":
    case "claim_void":
      return doubt && { ...doubt, outcome: [...doubt.outcome, event] };
    case "claimed":
      return null;
    default:
      return doubt;
  }
}

/** What those see who come while the card is being decided, and have not heard the doubt. */
export function openDoubt({ phase }: BluffBoard): Doubt | null {
  if (phase.type !== "immunity") return null;
  const total = phase.dice.reduce((sum, face) => sum + face, 0);
  return { id: 0, claimant: phase.claimant, claim: phase.total, dice: phase.dice, total, outcome: [] };
}
