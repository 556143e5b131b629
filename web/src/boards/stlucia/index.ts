import type { Seat } from "#protocol";
import type { Badge, BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import { figure } from "./figure";
import { outOf } from "./out";
import { healthOf } from "./round";
import { script } from "./script";
import Vitals from "./Vitals.svelte";

type KingView = View<"stlucia">;

function paragraph({ board }: KingView): string {
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

function subtitle({ words, rules }: KingView): string {
  return words.text("board-to-win", { goal: rules.threshold });
}

function badge(view: KingView, seat: Seat): Badge | null {
  if (healthOf(view, seat) === 0) return "out";
  return view.board.resident === seat ? "crown" : null;
}

export default { Board, Vitals, paragraph, subtitle, badge, vitalRows: 3, figure, out: outOf, script } satisfies BoardModule;
