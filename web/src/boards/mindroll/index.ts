import type { BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import { figure } from "./figure";
import { leaders, roundOf } from "./round";
import { script } from "./script";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"mindroll">): string {
  return board.phase.type === "finished" ? "the-end" : "a-round";
}

function subtitle({ board, rules, words }: View<"mindroll">): string {
  const { match, rounds, target } = rules;
  return words.text("board-round", { round: roundOf(board), match, rounds, target });
}

export default {
  Board,
  Vitals,
  paragraph,
  subtitle,
  badge: ({ board }: View<"mindroll">, seat) => (leaders(board).includes(seat) ? "crown" : null),
  hasSecret: true,
  figure,
  script,
} satisfies BoardModule;
