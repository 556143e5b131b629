/** Who stands where at the end of a game. Pure. */

import type { BoardModule, Player, View } from "../boardkit/contract";
import type { AnyEvent } from "../state/fold";

export interface Standing {
  readonly player: Player;
  readonly place: number;
  readonly score: number;
}

/** The best first; nobody while the game runs. */
export function standingsOf({ waiting, players }: Pick<View<any>, "waiting" | "players">): readonly Standing[] {
  if (waiting.type !== "over") return [];
  return players
    .map((player) => ({ player, place: waiting.places[player.seat]!, score: waiting.scores[player.seat]! }))
    .sort((one, other) => one.place - other.place || one.player.seat - other.player.seat);
}

export function winnersOf(standings: readonly Standing[]): readonly Player[] {
  return standings.filter(({ place }) => place === 1).map(({ player }) => player);
}

/** What one of the winners is remembered for, me before the others; null where there is nothing, or where the beginning of
 * the game is not known. */
export function rememberedFor(
  winners: readonly Player[],
  game: readonly AnyEvent[] | null,
  { figure }: Pick<BoardModule, "figure">,
  view: View<any>,
): { readonly player: Player; readonly figure: string } | null {
  if (game === null || figure === undefined) return null;
  const meFirst = [...winners].sort((one, other) => Number(other.isMe) - Number(one.isMe));
  return meFirst.map((player) => ({ player, figure: figure(game, player.seat, view) })).find((each) => each.figure !== "") ?? null;
}

/** A score as the game itself writes it. */
export function scoreIn({ words }: Pick<View<any>, "words">, score: number): string {
  return words.has("board-score") ? words.text("board-score", { score, amount: Math.abs(score) }) : String(score);
}
