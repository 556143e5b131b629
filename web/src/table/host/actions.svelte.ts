/** What is done from the drawer; what is refused is said there, for it lies over the table. */

import type { Request } from "#protocol";
import { refusalText } from "../../store/guest";
import { hall } from "../../store/hall.svelte";
import { Refused } from "../../wire/socket";
import { isOneTooMany, Presses } from "./presses";

export class TableActions {
  busy = $state(false);
  wrong = $state("");

  constructor(private readonly code: () => string) {}

  readonly #presses = new Presses();

  /** True where it was done. */
  async act(what: Request): Promise<boolean> {
    return (await this.#presses.take(what, () => this.#carryOut(what))) ?? false;
  }

  async #carryOut(what: Request): Promise<boolean> {
    [this.busy, this.wrong] = [true, ""];
    try {
      await hall.act(this.code(), what).catch((why: unknown) => this.#afterProof(why, what));
      return true;
    } catch (why) {
      if (why instanceof Refused && isOneTooMany(what, why.reason)) return false;
      this.wrong = refusalText(why);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Administrators prove who they are before they do harm at the table of someone else. */
  async #afterProof(why: unknown, what: Request): Promise<void> {
    if (!(why instanceof Refused && why.reason.startsWith("confirm_"))) throw why;
    const { prove } = await import("../../parts/account/prove");
    await prove(why);
    await hall.act(this.code(), what);
  }
}
