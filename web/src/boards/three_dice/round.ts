/** The round that is being played, line by line as it is listed. Pure. */

import type { Seat, ThreeDiceEvent, ThreeDiceHand, ThreeDiceRound } from "#protocol";
import type { Told } from "../../store/fold";
import type { View } from "../contract";

type Roll = ThreeDiceHand["roll"];
type Board = View<"three_dice">["board"];

interface Done {
  readonly seat: Seat;
  readonly state: "done";
  readonly hand: ThreeDiceHand;
  readonly lowest: boolean;
}

/** Somebody in the rolling order, and how far they are. */
export type Line = Done | { readonly seat: Seat; readonly state: "rolling" | "waiting" | "gone" };

export const SAFE: readonly Roll[] = ["triple", "stairs", "super_stairs"];
export const NAMED: readonly Roll[] = [...SAFE, "shit_stairs"];

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
  const lowest = lowestPoints(round, board.left);
  return round.order.map((seat, place): Line => {
    const hand = round.hands[place];
    if (board.left.includes(seat)) return { seat, state: "gone" };
    if (hand) return { seat, state: "done", hand, lowest: !SAFE.includes(hand.roll) && hand.points === lowest };
    const isUp = board.phase.type !== "awarding" && place === round.hands.length;
    return { seat, state: isUp ? "rolling" : "waiting" };
  });
}

function lowestPoints({ order, hands }: ThreeDiceRound, left: readonly Seat[]): number {
  const unsafe = hands.filter((hand, place) => hand && !SAFE.includes(hand.roll) && !left.includes(order[place]!));
  return Math.min(...unsafe.map((hand) => hand!.points));
}

/** How the last round ended, until the first dice of the next one fall; empty where not all of it was told. */
export function linesBefore(story: readonly Told[]): readonly Line[] {
  const game = story.slice(story.findLastIndex(({ event }) => event.type === "game_started") + 1);
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
        lines.push({ seat: event.seat, state: "done", hand: { dice, roll: event.roll, points: event.points }, lowest: false });
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
