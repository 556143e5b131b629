/** What I do at a table: one thing at a time, and what is refused is said beside the choice. */

import type { MakeMovesCommand, Request } from "#protocol";
import type { AnyMove } from "../state/moves";
import type { TableOnScreen } from "../state/telling";
import { hall } from "../store/hall.svelte";
import { Refused } from "../wire/socket";
import { isOneTooMany, Presses } from "./host/presses";

/** A click that came too late answers nothing any more, and a lost line says so itself. */
const SILENT = new Set(["stale", "lost"]);

export class Requests {
  /** Whether an answer of mine is on its way. */
  busy = $state(false);
  refusal = $state("");
  /** How often I have chosen here. */
  answered = $state(0);

  readonly #presses = new Presses();

  constructor(private readonly table: () => TableOnScreen) {
    // What was refused belongs to what the table was like then.
    const version = $derived(table().version);
    $effect(() => {
      void version;
      this.refusal = "";
    });
  }

  /** Nothing is shown before the hall has said that it is so. True where it was done. */
  async act(what: Request, version?: number): Promise<boolean> {
    // The button keeps the focus meanwhile, so it can be pressed again.
    return (await this.#presses.take(what, () => this.#carryOut(what, version))) ?? false;
  }

  async #carryOut(what: Request, version?: number): Promise<boolean> {
    this.busy = true;
    this.refusal = "";
    try {
      await hall.act(this.table().code, what, version ?? null);
      return true;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      if (!SILENT.has(why.reason) && !isOneTooMany(what, why.reason)) this.refusal = why.message;
      return false;
    } finally {
      this.busy = false;
    }
  }

  throwDice(): void {
    void this.act({ type: "throw" }, this.table().version);
  }

  /** These moves, one after the other, all or nothing. */
  async send(...moves: readonly AnyMove[]): Promise<void> {
    const what = { type: "move", moves: moves as unknown as MakeMovesCommand["moves"] } as const;
    if (await this.act(what, this.table().version)) this.answered++;
  }
}
