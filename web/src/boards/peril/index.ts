/** Peril on the page. */

import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import Vitals from "./Vitals.svelte";

const PARAGRAPHS = {
  opening: "before-the-first-round",
  picking: "a-round",
  rolling: "a-round",
  succession: "out-and-the-end",
  won: "out-and-the-end",
} as const;

const peril: BoardModule = {
  Board,
  Vitals,
  paragraph: (view: View<"peril">) => PARAGRAPHS[view.board.phase.type],
};

export default peril;
