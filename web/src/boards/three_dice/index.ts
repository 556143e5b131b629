import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"three_dice">): string {
  switch (board.phase.type) {
    case "awarding":
      return "what-the-dice-count";
    case "starter_roll_off":
    case "loser_roll_off":
      return "the-end-of-a-round";
    case "finished":
      return "the-end";
    default:
      return "a-round";
  }
}

export default { Board, Vitals, paragraph } satisfies BoardModule;
