/** How Three Dice is told: what each event does to the board, and in which beats it is shown. Pure. */

import type {
  Seat,
  ThreeDiceBoard,
  ThreeDiceDrankEvent,
  ThreeDiceEvent,
  ThreeDiceHand,
  ThreeDiceRound,
  ThreeDiceStayedEvent,
  ThreeDiceThrewAgainEvent,
  ThreeDiceThrewEvent,
} from "#protocol";
import { type Cue, cue, type Scene, type Script, TRIVIA } from "../../state/script";
import { handOf, isNamed, isSafe, rollerOf, roundOf } from "./round";

/** What everyone drinks is drunk at once, with the reason where that has no title of its own. */
const JOINED: Readonly<Record<string, readonly string[]>> = {
  drank: ["drank"],
  awarded: ["drank"],
  shit_stairs: ["drank"],
  lost: ["lost"],
  rolled_off: ["rolled_off"],
};

export const script: Script = {
  fold,
  joins: ({ type }, next) => JOINED[type]?.includes(next.type) ?? false,
  cues: (events, scene) => cuesOf(events as readonly ThreeDiceEvent[], scene),
};

function fold(board: ThreeDiceBoard, event: ThreeDiceEvent): ThreeDiceBoard {
  const round = roundOf(board);
  switch (event.type) {
    case "round_began":
      // The starter has left before anyone had a turn: the next one starts the same round.
      if (round !== null && round.hands.length > 0 && round.hands.every((hand) => hand === null)) return board;
      return standing({ ...board, played: event.round - 1, phase: { type: "throwing", round: { order: orderFrom(board, event.starter), hands: [], pot: event.pot, limit: null } } });
    case "order_drawn":
      return standing({ ...board, phase: { type: "throwing", round: { order: event.order, hands: [], pot: board.carry + 1, limit: null } } });
    case "threw":
    case "threw_again":
      return round === null ? board : { ...board, phase: { type: "choosing", round, dice: event.dice, used: event.type === "threw" ? 1 : used(board) + 1 } };
    case "false_start":
      return round === null ? board : { ...board, phase: { type: "throwing", round } };
    case "stayed":
      return round === null ? board : stayed(board, round, event);
    case "limit_set":
      return round === null || !("round" in board.phase) ? board : { ...board, phase: { ...board.phase, round: { ...round, limit: event.rolls } } };
    case "awarded":
      return awarded(board, event.sips);
    case "drank":
      return { ...board, sips: board.sips.map((sips, seat) => (seat === event.seat ? event.total : sips)) };
    case "lost":
      return { ...board, lost: board.lost.map((lost, seat) => (seat === event.seat ? lost + 1 : lost)), carry: 0 };
    case "all_safe":
      return { ...board, carry: event.carry };
    case "roll_off":
      return board.phase.type === "loser_roll_off" || board.phase.type === "starter_roll_off"
        ? { ...board, phase: { ...board.phase, tied: event.tied } }
        : standing({ ...board, phase: event.decides === "starter" ? { type: "starter_roll_off", tied: event.tied } : { type: "loser_roll_off", tied: event.tied, points: lowestOf(board), pot: round?.pot ?? 1 } });
    case "left":
      return left(board, event.seat);
    case "shit_stairs":
    case "lowest_roll":
    case "ungentlemanly":
    case "rolled_off":
    case "stopped":
    case "voided":
      return board;
    case "match_over":
      return standing({ ...board, played: event.rounds, phase: { type: "finished" } });
  }
}

/** The turn ends, and only now its dice count: the pot, the shield, and how all stand. */
function stayed(board: ThreeDiceBoard, round: ThreeDiceRound, { roll, points, pot, seat, sips }: ThreeDiceStayedEvent): ThreeDiceBoard {
  const hand: ThreeDiceHand = { dice: "dice" in board.phase ? board.phase.dice : [], roll, points };
  const after = { ...round, hands: [...round.hands, hand], pot };
  const isGiving = roll === "stairs" || roll === "super_stairs";
  return standing({ ...board, phase: isGiving ? { type: "awarding", round: after, giver: seat, sips } : { type: "throwing", round: next(board, after) } });
}

function awarded(board: ThreeDiceBoard, sips: number): ThreeDiceBoard {
  const { phase } = board;
  if (phase.type !== "awarding") return board;
  if (sips < phase.sips) return { ...board, phase: { ...phase, sips: phase.sips - sips } };
  return { ...board, phase: { type: "throwing", round: next(board, phase.round) } };
}

/** A turn that was begun is dropped, and so is what was still to be given away. */
function left(before: ThreeDiceBoard, seat: Seat): ThreeDiceBoard {
  const board = { ...before, left: [...before.left, seat] };
  const round = roundOf(board);
  return standing(round === null || rollerOf(before) !== seat ? board : { ...board, phase: { type: "throwing", round: next(board, round) } });
}

function lowestOf(board: ThreeDiceBoard): number {
  return Math.min(...board.lowest.map((seat) => handOf(board, seat)?.points ?? 0));
}

/** Those who have left have no turn. */
function next({ left }: ThreeDiceBoard, round: ThreeDiceRound): ThreeDiceRound {
  const hands = [...round.hands];
  while (hands.length < round.order.length && left.includes(round.order[hands.length]!)) hands.push(null);
  return { ...round, hands };
}

/** With how those stand who have ended their turns. */
function standing(board: ThreeDiceBoard): ThreeDiceBoard {
  const round = roundOf(board);
  const hands = (round?.hands ?? []).flatMap((hand, at) => (hand === null || board.left.includes(round!.order[at]!) ? [] : [{ seat: round!.order[at]!, hand }]));
  const unsafe = hands.filter(({ hand }) => !isSafe(hand));
  const least = Math.min(...unsafe.map(({ hand }) => hand.points));
  return {
    ...board,
    safe: hands.filter(({ hand }) => isSafe(hand)).map(({ seat }) => seat),
    lowest: unsafe.filter(({ hand }) => hand.points === least).map(({ seat }) => seat),
  };
}

function used({ phase }: ThreeDiceBoard): number {
  return "used" in phase ? phase.used : 0;
}

/** Seat by seat; where the table shuffles, the order that is drawn takes its place. */
function orderFrom({ sips, left }: ThreeDiceBoard, starter: Seat): readonly Seat[] {
  return sips.map((_, behind) => (starter + behind) % sips.length).filter((seat) => !left.includes(seat));
}

function cuesOf(events: readonly ThreeDiceEvent[], { me, rest }: Scene): readonly Cue[] {
  const event = events[0]!;
  switch (event.type) {
    case "threw":
    case "threw_again":
      return thrown(event, event.seat === me, rest.some(({ type }) => type === "stayed"));
    case "lowest_roll":
    case "all_safe":
    case "match_over":
      return [cue("verdict", { card: "low" })];
    case "false_start":
    case "lost":
      return [cue("verdict", { card: "low", sound: "loss" })];
    case "shit_stairs":
    case "awarded":
    case "drank":
      return [cue("cost", { name: "sips", costs: drunk(events), isLoss: true })];
    case "stayed":
      return event.safe
        ? [cue("cost", { name: "safe", card: "low", sound: "win" }), cue("move", { name: "line" })]
        : [cue("move", { name: "line", ...(event.seat === me ? {} : { isTrivia: true }) })];
    case "roll_off":
      return [cue("stands")];
    case "rolled_off":
      return [cue("throw", { isHushed: true, sound: "roll" }), cue("liesLong", { name: "lies", sound: "land" })];
    case "round_began":
      return [cue("next", { isTrivia: true })];
    case "limit_set":
      return [];
    case "order_drawn":
    case "ungentlemanly":
    case "left":
    case "stopped":
    case "voided":
      return [TRIVIA];
  }
}

/** Nothing is said before the dice lie. Throws of others that count for little may be cut when the page falls behind. */
function thrown(event: ThreeDiceThrewEvent | ThreeDiceThrewAgainEvent, isMine: boolean, isLast: boolean): readonly Cue[] {
  if (isNamed(event)) {
    return [
      cue("throw", { isHushed: true, sound: "roll" }),
      cue("liesLong", { name: "lies", isHushed: true, sound: "land" }),
      cue("verdict", { card: "low", sound: event.roll === "shit_stairs" ? "loss" : "reveal" }),
    ];
  }
  if (event.type === "threw_again" && !isMine && !isLast) return [{ ...TRIVIA, name: "throw" }];
  const cut = isMine ? {} : ({ isTrivia: true } as const);
  return [
    cue("throw", { ...cut, isHushed: true, sound: "roll" }),
    cue("lies", { ...cut, isHushed: true, sound: "land" }),
    cue("points", cut),
  ];
}

function drunk(events: readonly ThreeDiceEvent[]): readonly (readonly [Seat, number])[] {
  return events.filter((event): event is ThreeDiceDrankEvent => event.type === "drank").map(({ seat, sips }) => [seat, sips]);
}
