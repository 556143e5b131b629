/** The board of the game that is shown, once it is loaded. */

import { boardOf } from "../boards";
import type { BoardModule } from "../boardkit/contract";
import { hall } from "../store/hall.svelte";

export class LoadedBoard {
  #loaded = $state.raw<{ readonly game: string; readonly module: BoardModule } | null>(null);

  /** `game` is null where none has begun. */
  constructor(private readonly game: () => string | null) {
    const name = $derived(game()); // the table changes with every beat, its game does not
    $effect(() => {
      const wanted = name;
      if (wanted === null) return;
      let isWanted = true; // by the time it comes, the table may be gone, and must not be asked
      void boardOf(wanted).then((module) => {
        hall.learn(wanted, module.script ?? null);
        if (isWanted) this.#loaded = { game: wanted, module };
      });
      return () => {
        isWanted = false;
      };
    });
  }

  /** Null while it is on its way. */
  get module(): BoardModule | null {
    return this.#loaded?.game === this.game() ? (this.#loaded?.module ?? null) : null;
  }
}
