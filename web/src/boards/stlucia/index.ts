import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"stlucia">): string {
  switch (board.phase.type) {
    case "opening":
      return "before-the-first-turn";
    case "deciding":
      return "stay-or-leave";
    case "won":
    case "worn_out":
      return "out-and-the-end";
    default:
      return "a-turn";
  }
}

export default { Board, Vitals, paragraph } satisfies BoardModule;
