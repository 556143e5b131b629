/** What a winner of Bluff is remembered for. Only what everyone saw counts: dice that were never shown stay secret. */

import type { BluffEvent, Seat } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";

const MANY_CLAIMS = 3;
const MANY_CAUGHT = 2;
/** One roll of three dice in six reaches it. */
const HIGH = 14;

export function figure(game: readonly AnyEvent[], winner: Seat, { words }: Pick<View<"bluff">, "words">): string {
  const { stood, highest, caught, wasCaught } = countsOf(game as unknown as readonly BluffEvent[], winner);
  if (!wasCaught && stood >= MANY_CLAIMS) return words.text("board-figure-never-caught", { count: stood });
  if (caught >= MANY_CAUGHT) return words.text("board-figure-caught", { count: caught });
  if (highest >= HIGH) return words.text("board-figure-believed", { total: highest });
  if (caught > 0) return words.text("board-figure-caught", { count: caught });
  return stood > 0 ? words.text("board-figure-stood", { count: stood }) : "";
}

function countsOf(game: readonly BluffEvent[], winner: Seat) {
  let [stood, highest, caught, claim] = [0, 0, 0, 0];
  let [wasCaught, isCalling] = [false, false];
  for (const event of game) {
    switch (event.type) {
      case "claimed":
        if (event.seat === winner) claim = event.total;
        break;
      case "believed":
        if (event.claimant !== winner) break;
        stood += 1;
        highest = Math.max(highest, claim);
        break;
      case "bluff_called":
        isCalling = event.seat === winner;
        break;
      case "no_bluff":
        if (event.seat === winner) stood += 1;
        break;
      case "was_bluff":
        wasCaught ||= event.seat === winner;
        if (isCalling) caught += 1;
        break;
    }
  }
  return { stood, highest, caught, wasCaught };
}
