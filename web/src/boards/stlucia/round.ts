/** What of King of StLucia is drawn at this beat. Pure. */

import type { Seat, StluciaBoard, StluciaHitEvent } from "#protocol";
import type { View } from "../../boardkit/contract";
import { HEART, SWORD, TOKEN } from "./script";

type Seen = Pick<View<"stlucia">, "board" | "cue" | "events">;

export function hitsOf({ events }: Pick<Seen, "events">): readonly StluciaHitEvent[] {
  return events.filter((event): event is StluciaHitEvent => event.type === "hit");
}

/** While the swords only glow, nobody has lost anything yet. */
export function healthOf(view: Seen, seat: Seat): number {
  const health = view.board.health[seat]!;
  if (view.cue?.name !== "swords") return health;
  return health + hitsOf(view).reduce((sum, { target, damage }) => (target === seat ? sum + damage : sum), 0);
}

/** The faces that count at this beat: the others step back. Null where all of them are alike. */
export function countingFaces({ cue, events }: Pick<Seen, "cue" | "events">, dice: readonly number[]): readonly number[] | null {
  switch (cue?.name) {
    case "hearts":
      return [HEART];
    case "swords":
    case "fly":
      return [SWORD];
    case "points": {
      const sets = [1, 2, 3].filter((face) => dice.filter((each) => each === face).length > 2);
      return events.some(({ type }) => type === "saved") ? [...sets, TOKEN] : sets;
    }
    default:
      return null;
  }
}

/** More boats than this lie in two rows. */
export const ONE_ROW = 8;

/** Where a seat's boat lies, in percent of the island's picture: seats keep their berths, whoever is in the town. */
export function berth(seat: Seat, seats: number): { readonly x: number; readonly y: number } {
  const across = Math.min(41, 12 * seats) * ((2 * seat) / (seats - 1) - 1);
  const nearer = seats > ONE_ROW && seat % 2 === 1 ? 22 : 0;
  return { x: 50 + across, y: 58 + 30 * Math.sqrt(1 - (across / 43) ** 2) - nearer };
}

/** How many play between the one in turn and me; null where I am not waiting for a turn. */
export function turnsUntil(board: StluciaBoard, now: Seat, me: Seat): readonly Seat[] | null {
  if (now === me || board.health[me] === 0) return null;
  const seats = board.health.length;
  const between: Seat[] = [];
  for (let seat = (now + 1) % seats; seat !== me; seat = (seat + 1) % seats) if (board.health[seat]! > 0) between.push(seat);
  return between;
}

/** The place of someone who is out: behind all who live and all who fell later. */
export function placeOf({ health, fallen }: StluciaBoard, seat: Seat): number {
  const after = fallen.slice(fallen.findIndex((group) => group.includes(seat)) + 1);
  return 1 + health.filter((each) => each > 0).length + after.flat().length;
}
