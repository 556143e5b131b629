import type { AnyEvent } from "../../src/state/fold";
import { type Cue, partsOf, type Script } from "../../src/state/script";
import { story } from "./story";

const MARKS = { isThrown: () => false, isShouted: () => false };

export interface BeatOf<B> {
  readonly cue: Cue;
  readonly board: B;
  readonly events: readonly AnyEvent[];
}

/** One change in the beats of a game's script, each with the board that belongs to it. */
export function beats<B>(script: Script, board: B, me: number | null, events: readonly object[]): readonly BeatOf<B>[] {
  return partsOf(story(...events), script, MARKS, board, me).flatMap((part) =>
    part.cues.map((cue) => ({ cue, board: part.board as B, events: part.told.map(({ event }) => event) })),
  );
}
