/** How a round of MindRoll is told: dice turn one by one, the duel last, and only then anybody scores. Pure. */

import type { MindrollBoard, MindrollEvent, Seat } from "#protocol";
import { type Cue, cue, type Script, type Sound, TRIVIA } from "../../state/script";
import { holders } from "./round";

/** What is told in one go. */
const TOGETHER = new Set([
  "shown shown",
  "gained lost",
  "dealt starts",
  "called chosen",
  "left voided",
  "stopped voided",
]);

/** Above this many dice, those outside the duel turn in pairs. */
const MANY = 6;

export const script: Script = {
  deals: "dealt",
  joins: (event, next) => TOGETHER.has(`${event.type} ${next.type}`),
  cues: (events, { me }) => cues(events as readonly MindrollEvent[], me),
  fold,
};

function cues(events: readonly MindrollEvent[], me: Seat | null): readonly Cue[] {
  const event = events[0]!;
  switch (event.type) {
    case "revealed":
      return [cue("card", { name: "revealed", sound: "reveal" })];
    case "shown":
      return turns(events.length);
    case "verdict":
      return [cue("verdict", { sound: soundFor(me, [event.winner], [event.loser]) })];
    case "gained":
      return [cue("cost", { costs: events.flatMap(cost) })];
    case "dealt":
      return [cue("round", { sound: "roll" })];
    case "left":
    case "stopped":
    case "voided":
      if (events.some(({ type }) => type === "voided")) return [cue("round", { name: "voided" })];
      return event.type === "stopped" ? [] : [TRIVIA];
    case "won":
      return [cue("verdict", { name: "won", card: "over", sound: soundFor(me, [event.seat]) })];
    case "shared":
      return [cue("verdict", { name: "won", card: "over", sound: soundFor(me, event.seats) })];
    default:
      return [TRIVIA];
  }
}

/** `step` is how many lie open: first those outside the duel, then the revealer's, and after a breath the caller's. */
function turns(dice: number): readonly Cue[] {
  const outside = dice - 2;
  const stride = dice > MANY ? 2 : 1;
  const steps = Array.from({ length: Math.ceil(outside / stride) }, (_, turn) => Math.min(outside, (turn + 1) * stride));
  return [
    ...[...steps, dice - 1].map((step) => cue("turn", { step, isHushed: true, sound: "land" })),
    cue("breath", { step: dice - 1, isHushed: true }),
    cue("turn", { step: dice, sound: "land" }),
  ];
}

function cost(event: MindrollEvent): readonly (readonly [Seat, number])[] {
  if (event.type === "gained") return [[event.seat, 1]];
  return event.type === "lost" ? [[event.seat, -1]] : [];
}

function soundFor(me: Seat | null, winners: readonly Seat[], losers?: readonly Seat[]): Sound {
  if (me === null || winners.includes(me)) return "win";
  return losers === undefined || losers.includes(me) ? "loss" : "hit";
}

/** The board when this has happened, as the rules have it. */
function fold(board: MindrollBoard, event: MindrollEvent): MindrollBoard {
  const { phase } = board;
  switch (event.type) {
    case "dealt":
      return { ...board, least: event.least, most: event.most, phase: { type: "starting" } };
    case "starts":
      return { ...board, phase: { type: "opening", starter: event.seat } };
    case "called":
      return { ...board, phase: called(board, event.seat, event.total) };
    case "chosen":
      return phase.type === "passing" ? { ...board, phase: { ...phase, type: "answering", turn: event.seat } } : board;
    case "verdict": {
      const starter = "starter" in phase ? phase.starter : event.winner;
      return { ...board, last: { starter, winner: event.winner, loser: event.loser } };
    }
    case "gained":
      return scored({ ...board, change: board.change.map(() => 0) }, event.seat, event.score, 1);
    case "lost":
      return { ...scored(board, event.seat, event.score, -1), played: board.played + 1, phase: { type: "dealing" } };
    case "left":
      return without(board, event.seat);
    case "voided":
      return { ...board, phase: { type: "dealing" } };
    case "won":
    case "shared":
      return { ...board, phase: { type: "finished" } };
    default:
      return board;
  }
}

/** Two alternate; who of more must answer is known when they are chosen. */
function called(board: MindrollBoard, caller: Seat, call: number): MindrollBoard["phase"] {
  const starter = "starter" in board.phase ? board.phase.starter : caller;
  const calls = [...("calls" in board.phase ? board.phase.calls : []), { seat: caller, total: call }];
  const others = holders(board).filter((seat) => seat !== caller);
  if (others.length === 1) return { type: "answering", starter, call, caller, turn: others[0]!, calls };
  return { type: "passing", starter, call, caller, calls };
}

function scored(board: MindrollBoard, seat: Seat, score: number, change: number): MindrollBoard {
  return { ...board, scores: board.scores.with(seat, score), change: board.change.with(seat, change) };
}

/** Their die goes with them, and so does the round. */
function without(board: MindrollBoard, seat: Seat): MindrollBoard {
  const left = [...board.left, seat];
  const dice = board.scores.length - left.length;
  return { ...board, left, least: 3 * dice + 1, most: 6 * dice, phase: { type: "dealing" } };
}
