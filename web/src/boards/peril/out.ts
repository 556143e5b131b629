/** What I have come to when I am out. */

import type { PerilEvent, Seat } from "#protocol";
import type { Out, View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";
import { alive, perilOf } from "./round";

export interface Figures {
  readonly rounds: number;
  /** How often someone else's number has saved me. */
  readonly lucky: number;
  /** How often a number of mine has saved the Peril Player. */
  readonly twists: number;
}

export function figuresOf(events: readonly AnyEvent[], me: Seat): Figures {
  const told = events as readonly PerilEvent[];
  const fell = told.findIndex((event) => event.type === "eliminated" && event.seat === me);
  const lived = fell === -1 ? told : told.slice(0, fell);
  const count = (is: (event: PerilEvent) => boolean) => lived.filter(is).length;
  return {
    rounds: count((event) => event.type === "in_peril"),
    lucky: count((event) => event.type === "plot_twist" && event.saved === me),
    twists: count((event) => event.type === "plot_twist" && event.seat === me),
  };
}

/** Null while I am in, and when the game is over. Those who fell later stand better. */
export function outOf({ board, me, words, names }: View<"peril">, game: readonly AnyEvent[] | null): Out | null {
  if (me === null || !board.fallen.includes(me) || alive(board) < 2) return null;
  const figures = game === null ? null : figuresOf(game, me);
  const peril = perilOf(board.phase);
  return {
    place: board.lives.length - board.fallen.indexOf(me),
    sentence: figures === null ? "" : words.text("board-out-sentence", { ...figures }),
    figures:
      figures === null
        ? []
        : [
            [figures.rounds, words.text("board-out-rounds", { count: figures.rounds })],
            [figures.lucky, words.text("board-out-lucky", { count: figures.lucky })],
            [figures.twists, words.text("board-out-twists", { count: figures.twists })],
          ],
    goesOn: peril === null ? words.text("board-drawing") : `${words.text("board-plaque", { name: names.seat(peril) })}.`,
  };
}
