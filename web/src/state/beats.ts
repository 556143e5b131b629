/** One change of a table, cut into beats: each with the board, the story and the secret that belong to it. Pure. */

import type { PublicTable } from "#protocol";
import type { AnyEvent, TableState, Told } from "./fold";
import { type Cue, type Marks, partsOf, type Script } from "./script";

/** What a person sees at once: the table as it was or is, and how much of the story. */
export interface Beat extends Pick<TableState, "version" | "shown" | "won" | "mine" | "story" | "fresh"> {
  /** Whether more of the same change is still to be told. Then nobody is asked anything. */
  readonly telling: boolean;
  /** What is shown, and for how long; null for the table as it is, once everything is told. */
  readonly cue: Cue | null;
  /** What is being told. */
  readonly events: readonly AnyEvent[];
  /** Which beat of the change this is, and how many there are. */
  readonly at: number;
  readonly of: number;
  /** How many changes before it were left out. */
  readonly skipped?: number;
}

/** The last beat is the table as the hall has it, with the next question. */
export function beatsOf(before: TableState, after: TableState, script: Script | null, marks: Marks): readonly Beat[] {
  const told = after.story.filter(({ id }) => id > (before.story.at(-1)?.id ?? 0));
  const begins = told.some(({ event }) => event.type === "game_started"); // there is no board before it
  const me = before.mine[0]?.seat ?? null;
  const parts = begins ? [] : partsOf(told, script, marks, before.shown.board, me);

  const beats: Beat[] = [];
  const { version, won } = before;
  let shown = before.shown;
  let mine = unasked(before);
  let [story, fresh, isFreshTold] = [before.story, before.fresh, true];
  for (const part of parts) {
    shown = { ...shown, board: part.board } as PublicTable;
    if (part.told.some(({ event }) => event.type === script?.deals)) mine = unasked(after);
    if (isFreshTold) fresh = part.told[0]!.id;
    isFreshTold = part.cues.length > 0;
    const events = part.told.map(({ event }) => event);
    for (const cue of part.cues) {
      if (cue.isHushed !== true && story.at(-1) !== part.told.at(-1)) story = storyUntil(after, part.told.at(-1)!);
      beats.push({ version, shown, won, mine, story, fresh, telling: true, cue, events, at: 0, of: 0 });
    }
  }
  const last = beats.at(-1);
  const ends: Beat = { ...after, fresh: last && isFreshTold ? last.fresh : after.fresh, telling: false, cue: null, events: [], at: 0, of: 0 };
  // What is over in a moment is seen together with the next question.
  if (last?.cue?.isTrivia === true) beats.splice(-1, 1, { ...ends, cue: last.cue, events: last.events });
  else beats.push(ends);
  return beats.map((beat, at) => ({ ...beat, at, of: beats.length }));
}

/** Made once for all beats that tell no more of it: what is read from the same story need not be read again. */
function storyUntil({ story }: TableState, last: Told): readonly Told[] {
  return story.slice(0, story.lastIndexOf(last) + 1);
}

function unasked({ mine }: TableState): TableState["mine"] {
  return mine.map((each) => ({ ...each, moves: [] }));
}
