/** What the dice and lots of Three Dice were: who is there, and who throws first, is enough to know. */

import { ascending, dice, type Draws, oneOf, seatsOf, shuffle } from "../../fair/draws";
import type { GameRecord } from "../../fair/record";
import type { Source } from "../../fair/tower";

/** All the others from the starter on, round the table; the starter is the one who is not among them. */
function behindStarter(present: readonly number[], order: readonly number[]): number[] {
  const place = present.findIndex((seat) => !order.includes(seat));
  return place === -1 ? ascending(order) : [...present.slice(place + 1), ...present.slice(0, place)];
}

function sources(record: GameRecord): Source[] {
  let present = seatsOf(record);
  const found: Source[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table" && move.type === "withdraw") present = present.filter((seat) => seat !== move.seat);
    if (actor !== "nature") continue;
    if (move.type === "rolled") found.push(dice(move.faces.length, 6));
    else if (move.type === "shuffled") found.push(shuffle(behindStarter(present, move.order)));
    else found.push(oneOf(present));
  }
  return found;
}

const draws: Draws = {
  edition: 1,
  sources,
  written: ({ entries }) => entries.flatMap(({ actor, move }) => (actor === "nature" && move.type === "rolled" ? move.faces : [])),
  shown: (events) =>
    events.flatMap((event) => {
      if (event.type === "threw" && "dice" in event) return event.dice;
      if (event.type === "threw_again" && "faces" in event) return event.faces;
      return event.type === "rolled_off" ? [event.face] : [];
    }),
};

export default draws;
