/** How Peril is told: the throw in five beats, and what every event does to the board. Pure. */

import type { PerilBoard, PerilEvent, Seat } from "#protocol";
import type { AnyEvent } from "../../state/fold";
import { type Cue, cue, type Scene, type Script, TRIVIA } from "../../state/script";

/** While a throw is told, the board also knows what was thrown. */
export type Phase = PerilBoard["phase"] & { readonly thrown?: number };

export const WOUNDS: ReadonlySet<string> = new Set(["direct_hit", "no_shield"]);
const VERDICTS: ReadonlySet<string> = new Set([...WOUNDS, "plot_twist"]);

/** On dice with many sides the title would lie over the upper rows of the board: it gives way to a number that is there. */
const MANY_SIDES = 20;
const UPPER = 0.4;

export const script: Script = {
  fold,
  cues,
  joins: (event, next) => event.type === "picked" && next.type === "picked",
};

function cues(events: readonly AnyEvent[], { board }: Scene): readonly Cue[] {
  const event = events[0] as PerilEvent;
  switch (event.type) {
    case "began":
      return [cue("verdict", { name: "begin", card: "over" })];
    case "threw":
      return [
        cue("throwLarge", { name: "throw", isHushed: true, sound: "roll" }),
        cue("lies", { sound: "land" }),
        cue("breathShort", { name: "breath" }),
      ];
    case "plot_twist":
      return [cue("verdict", { card: cardFor(board), sound: "reveal" })];
    case "direct_hit":
    case "no_shield":
      return [cue("verdict", { card: cardFor(board), sound: "hit" }), cue("costLong", { name: "cost", costs: [[event.seat, -1]] })];
    case "eliminated":
      return [cue("stands", { name: "out", sound: "loss" })];
    case "in_peril":
      return [cue("next")];
    case "victory":
      return [cue("verdict", { name: "victory", card: "over", sound: "win" })];
    default:
      return [TRIVIA];
  }
}

function cardFor({ phase }: { readonly phase: Phase }): "top" | "low" {
  if (!("board" in phase) || phase.thrown === undefined || phase.board.length < MANY_SIDES) return "top";
  return phase.thrown <= phase.board.length * UPPER ? "low" : "top";
}

function fold(board: PerilBoard, event: PerilEvent): PerilBoard {
  const { phase } = board;
  switch (event.type) {
    case "in_peril":
      return { ...board, phase: newRound(board.lives, event.seat, event.die, event.picks) };
    case "picked": {
      if (phase.type !== "picking") return board;
      const owners = phase.board.with(event.number - 1, event.seat);
      return { ...board, phase: pickingOrRolling(phase.peril, owners, phase.queue.toSpliced(phase.queue.indexOf(event.seat), 1)) };
    }
    case "threw":
      return { ...board, phase: { ...phase, thrown: event.number } as Phase };
    case "direct_hit":
    case "no_shield":
      return { ...board, lives: board.lives.with(event.seat, event.lives) };
    case "eliminated":
      return { lives: board.lives.with(event.seat, 0), fallen: [...board.fallen, event.seat], phase: { type: "succession" } };
    case "left":
      return withdrawn(board, event.seat);
    case "victory":
      return { ...board, phase: { type: "won", seat: event.seat } };
    default:
      return board;
  }
}

/** The Peril Player picks first, all others in the order of their seats. */
function newRound(lives: readonly number[], peril: Seat, die: number, picks: number): Phase {
  const others = lives.flatMap((left, seat) => (left > 0 && seat !== peril ? [seat] : []));
  const queue = [peril, ...others].flatMap((seat) => Array<Seat>(picks).fill(seat));
  return { type: "picking", peril, board: Array<null>(die).fill(null), queue };
}

function pickingOrRolling(peril: Seat, board: readonly (Seat | null)[], queue: readonly Seat[]): Phase {
  return queue.length > 0 ? { type: "picking", peril, board, queue } : { type: "rolling", peril, board };
}

/** Leaving is elimination: the picks go, and without its Peril Player a round is void. */
function withdrawn(board: PerilBoard, seat: Seat): PerilBoard {
  if (board.lives[seat] === 0) return board;
  const rest = { ...board, lives: board.lives.with(seat, 0), fallen: [...board.fallen, seat] };
  const { phase } = board;
  if (!("board" in phase)) return rest;
  if (phase.peril === seat) return { ...rest, phase: { type: "succession" } };
  const owners = phase.board.map((owner) => (owner === seat ? null : owner));
  const queue = phase.type === "picking" ? phase.queue.filter((each) => each !== seat) : [];
  return { ...rest, phase: pickingOrRolling(phase.peril, owners, queue) };
}

export function isVerdict(event: AnyEvent): boolean {
  return VERDICTS.has(event.type);
}
