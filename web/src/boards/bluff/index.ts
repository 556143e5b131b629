import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import { elimination } from "./round";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"bluff">): string {
  if (board.phase.type === "immunity") return "scoring";
  return board.phase.type === "finished" || elimination(board) > 0 ? "the-end" : "a-round";
}

export default { Board, Vitals, paragraph } satisfies BoardModule;
