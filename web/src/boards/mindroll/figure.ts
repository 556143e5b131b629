/** What a winner of MindRoll is remembered for. */

import type { MindrollVerdictEvent, Seat } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";

const MANY = 2;

export function figure(game: readonly AnyEvent[], winner: Seat, { words }: Pick<View<"mindroll">, "words">): string {
  const duels = game.filter((event): event is MindrollVerdictEvent & AnyEvent => event.type === "verdict");
  const count = duels.filter((duel) => duel.winner === winner).length;
  const isUnbeaten = duels.every((duel) => duel.loser !== winner);
  if (count >= MANY) return words.text("board-figure-duels", { count, unbeaten: isUnbeaten ? "yes" : "no" });
  return count > 0 ? words.text("board-figure-duel") : "";
}
