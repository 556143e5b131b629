/** The round that is being played, line by line as it is listed. Pure. */

import type {
  Seat,
  ThreeDiceEvent,
  ThreeDiceHand,
  ThreeDiceRolledOffEvent,
  ThreeDiceRollOffEvent,
  ThreeDiceRound,
  ThreeDiceStayedEvent,
} from "#protocol";
import type { Told } from "../../state/fold";
import type { View } from "../../boardkit/contract";
import { thisGame } from "../../state/story";

type Board = View<"three_dice">["board"];

interface Done {
  readonly seat: Seat;
  readonly state: "done";
  readonly hand: ThreeDiceHand;
  readonly safe: boolean;
  readonly lowest: boolean;
}

/** One player in the rolling order, and how far they are. */
export type Line = Done | { readonly seat: Seat; readonly state: "rolling" | "waiting" | "gone" };

/** Whether people have a name for it. */
export function isNamed({ roll }: Pick<ThreeDiceHand, "roll">): boolean {
  return roll !== "plain";
}

export function roundOf({ phase }: Board): ThreeDiceRound | null {
  return "round" in phase ? phase.round : null;
}

export function handOf(board: Board, seat: Seat): ThreeDiceHand | null {
  const round = roundOf(board);
  return round?.hands[round.order.indexOf(seat)] ?? null;
}

export function linesOf(board: Board): readonly Line[] {
  const round = roundOf(board);
  if (round === null) return [];
  return round.order.map((seat, index): Line => {
    const hand = round.hands[index];
    if (board.left.includes(seat)) return { seat, state: "gone" };
    if (hand) return { seat, state: "done", hand, safe: board.safe.includes(seat), lowest: board.lowest.includes(seat) };
    const isUp = board.phase.type !== "awarding" && index === round.hands.length;
    return { seat, state: isUp ? "rolling" : "waiting" };
  });
}

/** How the last round ended, until the first dice of the next one fall; empty where not all of it was told. */
export function linesBefore(story: readonly Told[]): readonly Line[] {
  const game = thisGame(story);
  const first = game.findIndex(({ event }) => event.type === "round_began");
  let lines: Done[] = [];
  let dice: readonly number[] = [];
  let isOver = false;
  for (const event of first < 0 ? [] : (game.slice(first).map((told) => told.event) as ThreeDiceEvent[])) {
    switch (event.type) {
      case "threw":
        if (isOver) lines = [];
        isOver = false;
        dice = event.dice;
        break;
      case "threw_again":
        dice = event.dice;
        break;
      case "stayed":
        lines.push(doneLine(event, dice));
        break;
      case "lost":
        lines = lines.map((line) => (line.seat === event.seat ? { ...line, lowest: true } : line));
        isOver = true;
        break;
      case "all_safe":
        isOver = true;
    }
  }
  return isOver ? lines : [];
}

function doneLine({ seat, roll, points, safe }: ThreeDiceStayedEvent, dice: readonly number[]): Done {
  return { seat, state: "done", hand: { dice, roll, points }, safe, lowest: false };
}

/** Dice of those who tied, and what they decided. */
export interface RollOff {
  /** That of its first event in the story. */
  readonly id: number;
  readonly dice: readonly ThreeDiceRolledOffEvent[];
  readonly decides: ThreeDiceRollOffEvent["decides"];
}

/** The last roll-off, until the next player throws. */
export function lastRollOff(story: readonly Told[]): RollOff | null {
  return thisGame(story).reduce(rollOffAfter, null);
}

function rollOffAfter(last: RollOff | null, told: Told): RollOff | null {
  const event = told.event as ThreeDiceEvent;
  switch (event.type) {
    case "threw":
    case "threw_again":
      return null;
    case "roll_off": // those who tie again go on with the same one
      return last?.decides === event.decides ? last : { id: told.id, dice: [], decides: event.decides };
    case "rolled_off":
      return last === null
        ? { id: told.id, dice: [event], decides: "starter" }
        : { ...last, dice: [...last.dice, event] };
    default:
      return last;
  }
}
