/** What a winner of Three Dice is remembered for. */

import type { Seat, ThreeDiceEvent, ThreeDiceStayedEvent } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";

/** The rarest first. */
const LUCKY: readonly ThreeDiceStayedEvent["roll"][] = ["super_stairs", "triple", "stairs"];
const FEW = 3;

export function figure(game: readonly AnyEvent[], winner: Seat, { words, board }: Pick<View<"three_dice">, "words" | "board">): string {
  const sips = board.sips[winner]!;
  if (sips === 0 && board.played > 0) return words.text("board-figure-dry");
  const dice = luckiest(game as unknown as readonly ThreeDiceEvent[], winner);
  if (dice !== null) return words.text("board-figure-luckiest", { dice: dice.join("-") });
  if (sips <= FEW && board.played > FEW) return words.text("board-figure-sips", { sips });
  return board.played > 0 ? words.text("board-figure-rounds", { lost: board.lost[winner]!, played: board.played }) : "";
}

/** The best dice that a turn has ended on: a false start, or a roll that was thrown again, brought nothing. */
function luckiest(game: readonly ThreeDiceEvent[], winner: Seat): readonly number[] | null {
  let lying: readonly number[] = [];
  const kept: { readonly dice: readonly number[]; readonly rank: number; readonly sips: number }[] = [];
  for (const event of game) {
    if (event.type === "threw" || event.type === "threw_again") lying = event.dice.toSorted();
    if (event.type !== "stayed" || event.seat !== winner || !LUCKY.includes(event.roll)) continue;
    kept.push({ dice: lying, rank: LUCKY.indexOf(event.roll), sips: event.sips });
  }
  return kept.toSorted((one, other) => one.rank - other.rank || other.sips - one.sips)[0]?.dice ?? null;
}
