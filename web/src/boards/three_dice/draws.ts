/** What the dice and lots of Three Dice were: who is there, and who throws first, is enough to know. */

import { ascending, dice, type Draws, oneOf, seatsOf, shuffle } from "../../fair/draws";
import { lot, type Purpose, rollOff, throwOf } from "../../fair/purpose";
import type { GameRecord } from "../../fair/record";
import type { AnyEvent } from "../../state/fold";
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

/** What was told of the throws, one after the other. */
class Told {
  #at = 0;
  #round = 1;
  #decides = "";

  constructor(private readonly events: readonly AnyEvent[]) {}

  order(): Purpose | null {
    return this.#next((event) => event.type === "order_drawn") === null ? null : lot(this.#round, "order");
  }

  throw(count: number, again: readonly number[]): Purpose | null {
    const event = this.#next(({ type }) => ["threw", "threw_again", "rolled_off"].includes(type));
    if (event === null || !("seat" in event)) return null;
    const seat = Number(event.seat);
    if (event.type !== "rolled_off") return throwOf(this.#round, seat, event.type === "threw" ? [...Array(count).keys()] : again);
    const seats = [seat, ...this.events.slice(this.#at, this.#at + count - 1).map((other) => ("seat" in other ? Number(other.seat) : -1))];
    this.#at += count - 1;
    const isStart = this.#decides === "starter"; // of the round that it starts
    return rollOff(isStart ? this.#round + 1 : this.#round, isStart ? "start" : "pot", seats);
  }

  #next(isIt: (event: AnyEvent) => boolean): AnyEvent | null {
    while (this.#at < this.events.length) {
      const event = this.events[this.#at++]!;
      if (event.type === "round_began") this.#round = event.round;
      if (event.type === "roll_off") this.#decides = event.decides;
      if (isIt(event)) return event;
    }
    return null;
  }
}

/** Who throws in which round follows from the whole rules, so the page has to have been told. */
function purposes({ entries }: GameRecord, events: readonly AnyEvent[] | null): (Purpose | null)[] {
  const told = new Told(events ?? []);
  let again: readonly number[] = [];
  return entries.flatMap(({ actor, move }) => {
    if (typeof actor === "number" && move.type === "reroll") again = move.dice as readonly number[];
    if (actor !== "nature") return [];
    if (move.type === "drawn") return [lot(1, "starter")];
    return [move.type === "shuffled" ? told.order() : told.throw(move.faces.length, again)];
  });
}

const draws: Draws = {
  edition: 1,
  sources,
  purposes,
  written: ({ entries }) => entries.flatMap(({ actor, move }) => (actor === "nature" && move.type === "rolled" ? move.faces : [])),
  shown: (events) =>
    events.flatMap((event) => {
      if (event.type === "threw" && "dice" in event) return event.dice;
      if (event.type === "threw_again" && "faces" in event) return event.faces;
      return event.type === "rolled_off" ? [event.face] : [];
    }),
};

export default draws;
