/** Quick reactions: whose are on the screen, and for how long. They are neither told nor kept. Pure. */

import type { Who } from "#protocol";

export const REACTIONS = ["laugh", "wow", "cry", "hmm", "angry", "heart"] as const;
export type Reaction = (typeof REACTIONS)[number];

export interface ShownReaction {
  readonly who: Who;
  readonly reaction: Reaction;
  /** In milliseconds of our own clock. */
  readonly until: number;
}

/** How long one is seen; nobody can send another one earlier. */
export const REACTION_MS = 2_000;
const MOST_FACES = 3;

/** With this one; where too many faces react at once, the oldest goes. */
export function withReaction(shown: readonly ShownReaction[], who: Who, reaction: Reaction, now: number): readonly ShownReaction[] {
  const others = stillShown(shown, now).filter((each) => each.who !== who);
  return [...others, { who, reaction, until: now + REACTION_MS }].slice(-MOST_FACES);
}

export function stillShown(shown: readonly ShownReaction[], now: number): readonly ShownReaction[] {
  return shown.filter(({ until }) => until > now);
}
