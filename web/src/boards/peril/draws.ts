/** What Peril's die and lots were: who is alive decides, so lives are counted. */

import { dice, type Draws, oneOf, seatsOf } from "../../fair/draws";
import type { GameRecord } from "../../fair/record";
import type { Source } from "../../fair/tower";

const DICE = [6, 12, 20, 30];

/** The smallest die with three numbers for every player. */
function dieFor(players: number): number {
  return DICE.find((sides) => sides >= 3 * players)!;
}

class Round {
  readonly lives: number[];
  peril = -1;
  sides = 0;
  owners = new Map<number, number>();

  constructor(private readonly record: GameRecord) {
    this.lives = seatsOf(record).map(() => Number(record.header.options.starting_lives));
  }

  get alive(): number[] {
    return seatsOf(this.record).filter((seat) => this.lives[seat]! > 0);
  }

  begin(peril: number): void {
    this.peril = peril;
    this.sides = dieFor(this.record.header.options.die_scaling === "alive" ? this.alive.length : this.record.header.seats);
    this.owners = new Map();
  }

  resolve(number: number): void {
    const owner = this.owners.get(number);
    if (owner !== undefined && owner !== this.peril) return this.begin(owner);
    this.lives[this.peril]! -= 1;
    if (this.lives[this.peril]! > 0) this.begin(this.peril);
    else this.succeed(this.peril);
  }

  withdraw(seat: number): void {
    if (this.lives[seat] === 0) return;
    this.lives[seat] = 0;
    for (const [number, owner] of this.owners) if (owner === seat) this.owners.delete(number);
    if (seat === this.peril) this.succeed(seat);
  }

  private succeed(fallen: number): void {
    const { alive } = this;
    this.peril = -1;
    if (alive.length < 2) return;
    const rule = this.record.header.options.peril_after_elimination;
    if (rule === "next_seat") this.begin(alive.find((seat) => seat > fallen) ?? alive[0]!);
    if (rule === "first_seat") this.begin(alive[0]!);
  }
}

function sources(record: GameRecord): Source[] {
  const round = new Round(record);
  const found: Source[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table") {
      if (move.type === "withdraw") round.withdraw(move.seat!);
    } else if (actor !== "nature") {
      round.owners.set(Number(move.number), actor);
    } else if (move.type === "rolled") {
      found.push(dice(1, round.sides));
      round.resolve(move.faces[0]!);
    } else if (move.type === "drawn") {
      found.push(oneOf(round.alive));
      round.begin(move.seat);
    }
  }
  return found;
}

const draws: Draws = {
  edition: 1,
  sources,
  written: ({ entries }) => entries.flatMap(({ actor, move }) => (actor === "nature" && move.type === "rolled" ? move.faces : [])),
  shown: (events) => events.flatMap((event) => (event.type === "threw" && "number" in event ? [event.number] : [])),
};

export default draws;
