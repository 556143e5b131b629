/** Opening a theme now: with one tap, or after a name. */

import { go } from "../../route/here.svelte";
import { refusalText } from "../../store/guest";
import { hall } from "../../store/hall.svelte";
import { ask } from "../../wire/api";
import type { KeptTheme } from "../../wire/nights";

export class Opening {
  busy = $state(false);
  wrong = $state("");
  /** What waits for a name. */
  nameless = $state.raw<KeptTheme | null>(null);

  begin(night: KeptTheme): void {
    if (hall.you == null) this.nameless = night;
    else void this.carryOut(night);
  }

  async carryOut(night: KeptTheme): Promise<void> {
    if (this.busy) return;
    [this.busy, this.wrong] = [true, ""];
    try {
      const { link } = await ask<{ readonly link: string }>("POST", `/api/nights/${night.key}/open`);
      this.nameless = null;
      go(link);
    } catch (why) {
      [this.wrong, this.nameless] = [refusalText(why), null];
    } finally {
      this.busy = false;
    }
  }
}
