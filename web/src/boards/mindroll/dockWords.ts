/** What the dock says while nobody asks me anything. Pure. */

import type { MindrollMove } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { Headline } from "../../boardkit/headline";
import { before, holders, type Reveal, roundOf } from "./round";

type MindrollView = View<"mindroll">;

/** While something is told: who reveals against whom, who scores, what I was dealt. */
export function toldOf(view: MindrollView, reveal: Reveal | null): Headline | undefined {
  const { board, cue, me, players, secret, words } = view;
  const name = (seat: number) => players[seat]!.name;
  if (cue?.name === "round") {
    const title = words.text("board-new-round", { round: roundOf(board) });
    return { title, more: secret === null ? "" : words.text("board-new-die", { ...secret }) };
  }
  if (reveal === null || cue?.name === "won") return undefined;
  const { revealer, caller, call, verdict } = reveal;
  const title = words.text("board-reveals", { name: name(revealer), you: you(me, { seat: revealer }) });
  if (cue?.name === "cost" && verdict !== null) {
    const { winner, loser } = verdict;
    return { title, more: words.text("board-scores", { winner: name(winner), loser: name(loser), you: you(me, { winner, loser }) }) };
  }
  return { title, more: words.text("board-against-whom", { name: name(caller), call, you: you(me, { caller }) }) };
}

/** Whom the table waits for. */
export function waitsFor({ board, players, words, me }: MindrollView): string | undefined {
  const { phase } = board;
  if (phase.type === "opening" && phase.starter !== me) return words.text("board-waits-open", { name: players[phase.starter]!.name });
  if (phase.type === "answering" && phase.turn !== me) {
    return words.text("board-waits-answer", { name: players[phase.turn]!.name, call: phase.call });
  }
  return undefined;
}

/** How far I am from having to answer; where the lot decides, nobody knows. */
export function orderOf({ board, rules, players, words, me }: MindrollView): string | undefined {
  const { phase } = board;
  if (me === null || (phase.type !== "opening" && phase.type !== "answering")) return undefined;
  const turn = phase.type === "opening" ? phase.starter : phase.turn;
  const isByLot = rules.turn_order === "random" && holders(board).length > 2;
  if (isByLot) return words.text("board-order-lot");
  const between = before(board, turn, me).slice(1);
  return words.text("board-order", { between: between.length, name: between.length === 0 ? "none" : players[between[0]!]!.name });
}

/** What happens when my time runs out: the first of my moves, or I am out. */
export function lapseOf({ words }: MindrollView, moves: readonly MindrollMove[], onTimeout: string): string {
  const [move] = moves;
  if (move === undefined || onTimeout === "wait") return "";
  if (onTimeout === "kick") return words.text("board-lapse-out");
  return words.text("board-lapse", { move: move.type, total: move.type === "call" ? move.total : 0 });
}

/** The part that I have in it, as messages name it. */
function you(me: number | null, parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts).find(([, seat]) => seat === me)?.[0] ?? "none";
}
