/** What MindRoll's dice and lots were: a number and a colour for everyone who is there, and who calls or answers. */

import { dice, type Draws, oneOf, seatsOf } from "../../fair/draws";
import { dealTo, lot, type Purpose } from "../../fair/purpose";
import type { GameRecord } from "../../fair/record";
import type { Source } from "../../fair/tower";

const NUMBERS = 6;
const COLOURS = ["red", "yellow", "green", "blue", "black"];

function sources(record: GameRecord): Source[] {
  let present = seatsOf(record);
  let caller: number | null = null;
  const found: Source[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table") {
      if (move.type === "withdraw") present = present.filter((seat) => seat !== move.seat);
    } else if (actor !== "nature") {
      caller = actor;
    } else if (move.type === "rolled") {
      found.push(dice(present.length, NUMBERS, COLOURS.length));
      caller = null; // the next lot says who starts
    } else {
      found.push(oneOf(present.filter((seat) => seat !== caller)));
    }
  }
  return found;
}

/** A round ends with a reveal; one that was void is dealt again. */
function purposes(record: GameRecord): Purpose[] {
  let present = seatsOf(record);
  let round = 1;
  let isDealt = false;
  const found: Purpose[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table" && move.type === "withdraw") present = present.filter((seat) => seat !== move.seat);
    if (move.type === "reveal") round += 1;
    if (move.type === "call") isDealt = false;
    if (actor !== "nature") continue;
    found.push(move.type === "rolled" ? dealTo(round, present, 2) : lot(round, isDealt ? "starter" : "answer"));
    isDealt = move.type === "rolled";
  }
  return found;
}

const draws: Draws = {
  edition: 1,
  sources,
  purposes,
  written({ entries }) {
    let dealt: readonly number[] = [];
    return entries.flatMap(({ actor, move }) => {
      if (actor === "nature" && move.type === "rolled") dealt = move.faces;
      return move.type === "reveal" ? dealt : [];
    });
  },
  shown: (events) => events.flatMap((event) => (event.type === "shown" && "colour" in event ? [event.number, COLOURS.indexOf(event.colour) + 1] : [])),
};

export default draws;
