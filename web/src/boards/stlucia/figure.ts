/** What a King of StLucia is remembered for. */

import type { Seat, StluciaEvent } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";

export interface Deeds {
  /** Turns begun. */
  readonly turns: number;
  /** How many of them were begun in StLucia. */
  readonly held: number;
  readonly damage: number;
}

const LONG = 3;
const HARD = 6;

export function deedsOf(game: readonly AnyEvent[], seat: Seat): Deeds {
  let [turns, held, damage] = [0, 0, 0];
  for (const event of game as unknown as readonly StluciaEvent[]) {
    if (event.type === "turn_began" && event.seat === seat) {
      turns += 1;
      held += Number(event.inside);
    }
    if (event.type === "hit" && event.seat === seat) damage += event.damage;
  }
  return { turns, held, damage };
}

export function figure(game: readonly AnyEvent[], winner: Seat, { words }: Pick<View<"stlucia">, "words">): string {
  const { turns, held, damage } = deedsOf(game, winner);
  if (held >= LONG) return words.text("board-figure-held", { count: held });
  if (damage >= HARD) return words.text("board-figure-damage", { count: damage });
  return turns > 0 ? words.text("board-figure-turns", { count: turns }) : "";
}
