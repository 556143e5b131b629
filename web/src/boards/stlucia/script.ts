/** How King of StLucia is told: what each event does to the board, and in which beats it is shown. Pure. */

import type { Seat, StluciaBoard, StluciaEvent, StluciaHitEvent } from "#protocol";
import { type Cue, cue, type Scene, type Script, TRIVIA } from "../../state/script";

/** Faces of the dice that are no numbers. */
export const HEART = 4;
export const SWORD = 5;
export const TOKEN = 6;
const REROLLS = 2;

/** What begins together is told together: hits of one throw, the town that one leaves and another takes, the points of a turn. */
const JOINED: Readonly<Record<string, readonly string[]>> = {
  hit: ["hit"],
  moved_out: ["claimed"],
  saved: ["traded", "scored"],
  traded: ["scored"],
};

export const script: Script = {
  fold,
  joins: ({ type }, next) => JOINED[type]?.includes(next.type) ?? false,
  cues: (events, scene) => cuesOf(events as readonly StluciaEvent[], scene),
};

function fold(board: StluciaBoard, event: StluciaEvent): StluciaBoard {
  const { phase } = board;
  switch (event.type) {
    case "turn_began":
      return { ...board, turns: changed(board.turns, event.seat, board.turns[event.seat]! + 1), phase: { type: "throwing", seat: event.seat } };
    case "threw":
      return { ...board, phase: { type: "choosing", seat: event.seat, dice: event.dice, rerolls_left: REROLLS } };
    case "threw_again": {
      const left = "rerolls_left" in phase ? phase.rerolls_left : REROLLS;
      return { ...board, phase: { type: "choosing", seat: event.seat, dice: event.dice, rerolls_left: phase.type === "choosing" ? left - 1 : left } };
    }
    case "healed":
      return { ...board, health: changed(board.health, event.seat, event.health) };
    case "hit":
      return struck(board, event);
    case "claimed":
      return { ...board, resident: event.seat };
    case "emptied":
      return { ...board, resident: null };
    case "saved":
    case "traded":
      return { ...board, tokens: changed(board.tokens, event.seat, event.tokens) };
    case "scored":
      return { ...board, points: changed(board.points, event.seat, event.total) };
    case "eliminated":
      return { ...board, fallen: [...board.fallen, event.seats] };
    case "left":
      return { ...board, health: changed(board.health, event.seat, 0), fallen: [...board.fallen, [event.seat]] };
    case "crowned":
    case "last_standing":
      return { ...board, phase: { type: "won", seat: event.seat } };
    case "turns_used_up":
      return { ...board, phase: { type: "worn_out" } };
    case "kept":
    case "stayed":
    case "moved_out":
      return board;
  }
}

/** A resident who is hit and lives is asked next. */
function struck(board: StluciaBoard, { seat, target, health }: StluciaHitEvent): StluciaBoard {
  const hit = { ...board, health: changed(board.health, target, health) };
  const { phase } = board;
  const isAsked = target === board.resident && health > 0 && "dice" in phase;
  return isAsked ? { ...hit, phase: { type: "deciding", attacker: seat, resident: target, dice: phase.dice } } : hit;
}

function changed(values: readonly number[], seat: Seat, value: number): readonly number[] {
  return values.map((old, index) => (index === seat ? value : old));
}

function cuesOf(events: readonly StluciaEvent[], { board, me, rest }: Scene): readonly Cue[] {
  const event = events.at(-1)!;
  const isAttack = diceOf(board).includes(SWORD);
  switch (event.type) {
    case "threw":
      return thrown(passing(event.seat, me));
    case "threw_again":
      return event.seat !== me && rest.length === 0 ? [{ ...TRIVIA, name: "throw" }] : thrown(passing(event.seat, me));
    case "kept":
      return [];
    case "healed":
      return event.amount === 0 ? [] : [cue("points", { name: "hearts", costs: [[event.seat, event.amount]], ...passing(event.seat, me) })];
    case "hit":
      return [
        cue("glow", { name: "swords", isHushed: true }),
        cue("fly", { card: "low", costs: damage(events), sound: "hit" }),
      ];
    case "stayed":
      return [cue("stands", passing(event.seat, me))];
    case "claimed":
      return [cue("move", { isHushed: true }), cue("verdict", { card: "low", sound: "reveal" })];
    case "emptied":
      return [cue("move")];
    case "saved":
    case "traded":
    case "scored": {
      const costs = event.type === "scored" ? { costs: [[event.seat, event.points]] as const } : {};
      return [cue(isAttack || event.seat === me ? "cost" : "points", { name: "points", ...costs, ...passing(event.seat, me) })];
    }
    case "eliminated":
      return [cue("verdict", { card: "low", sound: "loss" })];
    case "crowned":
    case "last_standing":
      return [cue("verdict", { card: "low", sound: "win" })];
    case "turns_used_up":
      return [cue("stands")];
    case "turn_began":
      return [cue("next", { isTrivia: true })];
    case "left":
    case "moved_out":
      return [TRIVIA];
  }
}

function thrown(cut: Partial<Cue>): readonly Cue[] {
  return [cue("throw", { ...cut, sound: "roll" }), cue("lies", { ...cut, sound: "land" })];
}

/** What others throw, keep and score may be cut when the page falls behind; blows and the town never are. */
function passing(seat: Seat, me: Seat | null): Partial<Cue> {
  return seat === me ? {} : { isTrivia: true };
}

function damage(events: readonly StluciaEvent[]): readonly (readonly [Seat, number])[] {
  return events.flatMap((event) => (event.type === "hit" ? [[event.target, -event.damage] as const] : []));
}

function diceOf({ phase }: StluciaBoard): readonly number[] {
  return "dice" in phase ? phase.dice : [];
}
