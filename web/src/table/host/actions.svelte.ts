/** What is done from the drawer; what is refused is said there, for it lies over the table. */

import type { Request } from "#protocol";
import { refusalText } from "../../store/guest";
import { hall } from "../../store/hall.svelte";

export class TableActions {
  busy = $state(false);
  wrong = $state("");

  constructor(private readonly code: () => string) {}

  /** True where it was done. */
  async act(what: Request): Promise<boolean> {
    if (this.busy) return false;
    [this.busy, this.wrong] = [true, ""];
    try {
      await hall.act(this.code(), what);
      return true;
    } catch (why) {
      this.wrong = refusalText(why);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
