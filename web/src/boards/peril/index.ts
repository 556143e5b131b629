/** Peril on the page. */

import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import { figure } from "./figure";
import { outOf } from "./out";
import { alive, heartsOf, perilOf, twistIn } from "./round";
import { script } from "./script";
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
  subtitle: (view: View<"peril">) => view.words.text("board-still-in", { alive: alive({ lives: heartsOf(view) }), all: view.board.lives.length }),
  badge: (view: View<"peril">, seat) => {
    if (view.board.fallen.includes(seat)) return "out";
    const twist = twistIn(view);
    if (seat === twist?.saved) return "shield";
    return seat === (twist?.seat ?? perilOf(view.board.phase)) ? "target" : null;
  },
  figure,
  out: outOf,
  script,
};

export default peril;
