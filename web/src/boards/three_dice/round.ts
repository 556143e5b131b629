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

export interface Done {
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

/** Whether nobody who ends a turn on it can lose the round. */
export function isSafe({ roll }: Pick<ThreeDiceHand, "roll">): boolean {
  return roll === "triple" || roll === "stairs" || roll === "super_stairs";
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
  let tied: readonly Seat[] = [];
  let losers: readonly Seat[] = [];
  let isOver = false;
  for (const event of first < 0 ? [] : (game.slice(first).map((told) => told.event) as ThreeDiceEvent[])) {
    switch (event.type) {
      case "threw":
        if (isOver) [lines, tied, losers] = [[], [], []];
        isOver = false;
        dice = event.dice;
        break;
      case "threw_again":
        dice = event.dice;
        break;
      case "stayed":
        lines.push(doneLine(event, dice));
        break;
      case "roll_off":
        if (event.decides === "loser") [tied, isOver] = [event.tied, true];
        break;
      case "lost":
        [losers, isOver] = [[...losers, event.seat], true];
        break;
      case "all_safe":
        isOver = true;
    }
  }
  const lowest = losers.length > 0 ? losers : tied;
  return isOver ? lines.map((line) => ({ ...line, lowest: lowest.includes(line.seat) })) : [];
}

function doneLine({ seat, roll, points, safe }: ThreeDiceStayedEvent, dice: readonly number[]): Done {
  return { seat, state: "done", hand: { dice, roll, points }, safe, lowest: false };
}

/** Dice of those who tied, and what they decided. */
export interface RollOff {
  /** That of its first event in the story. */
  readonly id: number;
  /** Those who still are. */
  readonly tied: readonly Seat[];
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
      return last?.decides === event.decides
        ? { ...last, tied: event.tied }
        : { id: told.id, tied: event.tied, dice: [], decides: event.decides };
    case "rolled_off":
      return last === null
        ? { id: told.id, tied: [event.seat], dice: [event], decides: "starter" }
        : { ...last, dice: [...last.dice, event] };
    default:
      return last;
  }
}

/** The line of those who have rolled: the lowest first, those who are safe last. */
export function inLine(lines: readonly Line[]): readonly Done[] {
  const done = lines.filter((line): line is Done => line.state === "done");
  const unsafe = done.filter(({ safe }) => !safe);
  return [...unsafe.sort((one, other) => one.hand.points - other.hand.points), ...done.filter(({ safe }) => safe)];
}

/** The round as it is seen at this beat: someone who has just ended a turn safe steps into the line only after that is said. */
export function linesSeen({ board, cue, events }: Pick<View<"three_dice">, "board" | "cue" | "events">): readonly Line[] {
  const stayed = cue?.name === "safe" ? events.find(({ type }) => type === "stayed") : undefined;
  if (stayed === undefined || !("seat" in stayed)) return linesOf(board);
  return linesOf(board).map((line) => (line.seat === stayed.seat ? { seat: line.seat, state: "rolling" } : line));
}

/** What is in the pot; it is never out of sight. */
export function potOf(board: Board): number {
  return roundOf(board)?.pot ?? (board.phase.type === "loser_roll_off" ? board.phase.pot : board.carry + 1);
}

/** Who has the dice, or gives sips away. */
export function rollerOf({ phase }: Board): Seat | null {
  if (phase.type === "awarding") return phase.giver;
  return "round" in phase ? (phase.round.order[phase.round.hands.length] ?? null) : null;
}

/** Those who roll between the one in turn and me; null where I do not roll any more in this round. */
export function turnsUntil(board: Board, me: Seat): readonly Seat[] | null {
  const round = roundOf(board);
  const mine = round?.order.indexOf(me) ?? -1;
  const first = (round?.hands.length ?? 0) + (board.phase.type === "awarding" ? 0 : 1);
  if (round === null || mine < first) return null;
  return round.order.slice(first, mine).filter((seat) => !board.left.includes(seat));
}
