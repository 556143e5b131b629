/** What the dice and the lot of King of StLucia were: six dice or some of them again, and one lot before the first turn. */

import { dice, type Draws, oneOf, seatsOf } from "../../fair/draws";
import { lot, type Purpose, throwOf } from "../../fair/purpose";
import type { GameRecord } from "../../fair/record";
import type { AnyEvent } from "../../state/fold";
import type { Source } from "../../fair/tower";

function sources(record: GameRecord): Source[] {
  let present = seatsOf(record);
  const found: Source[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table" && move.type === "withdraw") present = present.filter((seat) => seat !== move.seat);
    if (actor === "nature") found.push(move.type === "rolled" ? dice(move.faces.length, 6) : oneOf(present));
  }
  return found;
}

/** All six after every throw, as they are told. */
function written({ entries }: GameRecord): number[] {
  let lying: readonly number[] = [];
  let again: readonly number[] | null = null;
  let thrower: number | null = null;
  return entries.flatMap(({ actor, move }) => {
    if (typeof actor === "number" && move.type === "reroll") [again, thrower] = [move.dice as readonly number[], actor];
    if (actor === "table" && move.seat === thrower) again = null; // their turn is over
    if (actor !== "nature" || move.type !== "rolled") return [];
    const which = again;
    lying = which === null ? move.faces : lying.map((face, die) => (which.includes(die) ? move.faces[which.indexOf(die)]! : face));
    again = null;
    return lying;
  });
}

/** Whose turn it is follows from the whole rules, so the page has to have been told. */
function purposes({ entries }: GameRecord, events: readonly AnyEvent[] | null): (Purpose | null)[] {
  const turns = new Map<number, number>();
  const throwers = (events ?? []).flatMap((event) => {
    if ((event.type !== "threw" && event.type !== "threw_again") || !("seat" in event)) return [];
    const { seat, type } = event;
    if (type === "threw") turns.set(seat, (turns.get(seat) ?? 0) + 1);
    return [{ seat, turn: turns.get(seat) ?? 0, isFirst: type === "threw" }];
  });
  let again: readonly number[] = [];
  return entries.flatMap(({ actor, move }) => {
    if (typeof actor === "number" && move.type === "reroll") again = move.dice as readonly number[];
    if (actor !== "nature") return [];
    if (move.type !== "rolled") return [lot(0, "first player")];
    const thrower = throwers.shift();
    return [thrower ? throwOf(thrower.turn, thrower.seat, thrower.isFirst ? [...move.faces.keys()] : again) : null];
  });
}

const draws: Draws = {
  edition: 1,
  sources,
  purposes,
  written,
  shown: (events) => events.flatMap((event) => ((event.type === "threw" || event.type === "threw_again") && "dice" in event ? event.dice : [])),
};

export default draws;
