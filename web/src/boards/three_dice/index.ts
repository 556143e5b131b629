import type { Seat } from "#protocol";
import type { Badge, BoardModule, View } from "../../boardkit/contract";
import Board from "./Board.svelte";
import { figure } from "./figure";
import { script } from "./script";
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

function subtitle({ words, rules, board }: View<"three_dice">): string {
  const all = rules.match === "open" ? "none" : rules.rounds;
  return words.text("board-round", { round: board.played + 1, all });
}

/** The shield comes when the turn has ended on it, not before. */
function badge(view: View<"three_dice">, seat: Seat): Badge | null {
  return view.board.safe.includes(seat) ? "shield" : null;
}

export default { Board, Vitals, paragraph, subtitle, badge, figure, script } satisfies BoardModule;
