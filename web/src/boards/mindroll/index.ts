import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"mindroll">): string {
  return board.phase.type === "finished" ? "the-end" : "a-round";
}

export default { Board, Vitals, paragraph } satisfies BoardModule;
