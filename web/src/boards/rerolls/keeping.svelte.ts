/** Which dice you mean to keep while the others are thrown again. What was kept stays kept until the turn ends. */

import type { LyingThrow } from "./throws";

interface SomeReroll {
  readonly type: "reroll";
  readonly dice: readonly number[];
}

/** Dice that fall, and the number of their throw. */
export interface Falling {
  readonly throw: number;
  readonly dice: readonly number[];
}

/** Nothing falls. */
export const LYING: Falling = { throw: 0, dice: [] };

export class Keeping {
  kept = $state.raw<readonly number[]>([]);
  /** What was last thrown again from here, and after which throw. */
  #again: { readonly after: number; readonly dice: readonly number[] } | null = null;

  /** `turn` changes when all dice are picked up. */
  constructor(turn: () => unknown) {
    const now = $derived(turn());
    $effect.pre(() => {
      void now;
      this.kept = [];
    });
  }

  toggle(die: number): void {
    this.kept = this.kept.includes(die) ? this.kept.filter((other) => other !== die) : [...this.kept, die];
  }

  free(count: number): readonly number[] {
    return Array.from({ length: count }, (_, die) => die).filter((die) => !this.kept.includes(die));
  }

  /** These are thrown again now, and so they are the ones that will be seen to fall. */
  throwAgain(lying: LyingThrow | null, dice: readonly number[]): void {
    if (lying !== null) this.#again = { after: lying.id, dice };
  }

  /** `fresh` is where the last change begins in the story: what fell before it lies still. */
  falling(lying: LyingThrow | null, fresh: number): Falling {
    if (lying === null || lying.id < fresh) return LYING;
    return { throw: lying.id, dice: this.#again?.after === lying.before ? this.#again.dice : lying.thrown };
  }

  /** The move that throws just these again, where it is offered. */
  reroll<M extends { readonly type: string }>(moves: readonly M[], free: readonly number[]): M | undefined {
    const wanted = free.join();
    return moves.find((move) => move.type === "reroll" && (move as unknown as SomeReroll).dice.join() === wanted);
  }
}
