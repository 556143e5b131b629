/** What a round of Bluff looks like from outside. Pure. */

import type {
  BluffBluffCalledEvent,
  BluffBoard,
  BluffEvent,
  BluffShownEvent,
  Seat,
  TableEvent,
} from "#protocol";
import type { AnyEvent } from "../contract";

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

/** Whether everybody of the round holds dice. */
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
  readonly claimant: Seat;
  readonly claim: number;
  readonly dice: readonly number[];
  readonly total: number;
  readonly outcome: readonly BluffEvent[];
}

const OUTCOMES = new Set(["was_bluff", "no_bluff", "immunity_played", "immunity_declined", "gained", "lost", "claim_void"]);

/** The doubt to look at after these events: the last one, until somebody claims in the next round. */
export function lastDoubt(known: Doubt | null, events: readonly AnyEvent[]): Doubt | null {
  let doubt = known;
  let called: BluffBluffCalledEvent | null = null;
  for (const event of events as readonly (BluffEvent | TableEvent)[]) {
    if (event.type === "bluff_called") called = event;
    else if (event.type === "shown" && called !== null) doubt = shown(called, event);
    else if (event.type === "claimed" || event.type === "game_started") doubt = null;
    else if (doubt !== null && OUTCOMES.has(event.type)) doubt = withOutcome(doubt, event as BluffEvent);
  }
  return doubt;
}

function shown({ total: claim }: BluffBluffCalledEvent, { seat, dice, total }: BluffShownEvent): Doubt {
  return { claimant: seat, claim, dice, total, outcome: [] };
}

/** The same events may be told again while nothing new happens. */
function withOutcome(doubt: Doubt, event: BluffEvent): Doubt {
  return doubt.outcome.includes(event) ? doubt : { ...doubt, outcome: [...doubt.outcome, event] };
}

/** What those see who come while the card is being decided, and have not heard the doubt. */
export function openDoubt({ phase }: BluffBoard): Doubt | null {
  if (phase.type !== "immunity") return null;
  const total = phase.dice.reduce((sum, face) => sum + face, 0);
  return { claimant: phase.claimant, claim: phase.total, dice: phase.dice, total, outcome: [] };
}
