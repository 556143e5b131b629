/** What a draw is for: with duplicate dice, that alone decides how they fall. The same names as `rules/keyed.py` gives them. */

export interface Purpose {
  readonly round: number;
  /** Of each die, what it is thrown for and which of those dice it is; a lot has one. */
  readonly dice: readonly (readonly [what: string, die: number])[];
}

export const throwOf = (round: number, seat: number, dice: readonly number[]): Purpose => ({ round, dice: dice.map((die) => [`seat ${seat}`, die]) });

export const dealTo = (round: number, seats: readonly number[], each: number): Purpose => ({
  round,
  dice: seats.flatMap((seat) => Array.from({ length: each }, (_, die) => [`seat ${seat}`, die] as const)),
});

export const rollOff = (round: number, what: string, seats: readonly number[]): Purpose => ({ round, dice: seats.map((seat) => [`${what} of seat ${seat}`, 0]) });

export const lot = (round: number, what: string): Purpose => ({ round, dice: [[what, 0]] });

/** How often there was a draw for each thing of the round. */
export class Tally {
  #round = 0;
  #times = new Map<string, number>();

  /** The name of each die of the next draw, which is counted. */
  take({ round, dice }: Purpose): string[] {
    if (round !== this.#round) [this.#round, this.#times] = [round, new Map()];
    const names = dice.map(([what, die]) => `round ${round}, ${what}, time ${(this.#times.get(what) ?? 0) + 1}, die ${die}`);
    for (const what of new Set(dice.map(([each]) => each))) this.#times.set(what, (this.#times.get(what) ?? 0) + 1);
    return names;
  }
}
