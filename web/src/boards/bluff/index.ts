import type { Badge, BoardModule, View } from "../../boardkit/contract";
import type { Seat } from "#protocol";
import Board from "./Board.svelte";
import { figure } from "./figure";
import { elimination } from "./round";
import { script } from "./script";
import Vitals from "./Vitals.svelte";

function paragraph({ board }: View<"bluff">): string {
  if (board.phase.type === "immunity") return "scoring";
  return board.phase.type === "finished" || elimination(board) > 0 ? "the-end" : "a-round";
}

function subtitle({ board, rules, words }: View<"bluff">): string {
  return words.text("board-round", { round: board.round, rounds: rules.rounds, elimination: elimination(board) });
}

/** Who leads wears the crown; who does not play in an elimination round is out. */
function badge({ board }: View<"bluff">, seat: Seat): Badge | null {
  if (!board.players.includes(seat)) return "out";
  const most = Math.max(...board.players.map((player) => board.scores[player]!));
  return most > 0 && board.scores[seat] === most ? "crown" : null;
}

export default { Board, Vitals, paragraph, subtitle, badge, hasSecret: true, figure, script } satisfies BoardModule;
