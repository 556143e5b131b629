/** The hall's programme of theme nights, for components to read. */

import { get, Problem } from "../wire/api";
import type { Programme } from "../wire/nights";

const OFTEN = 30_000;

class Nights {
  /** Null until the hall has told it. */
  programme = $state.raw<Programme | null>(null);
  /** Whether the hall did not answer. */
  isSilent = $state(false);

  /** From now on; what it returns ends that. An effect may return it. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => !document.hidden && void this.load(), OFTEN);
    return () => clearInterval(timer);
  }

  async load(): Promise<void> {
    try {
      this.programme = await get<Programme>("/api/nights");
      this.isSilent = false;
    } catch (why) {
      if (!(why instanceof Problem)) throw why;
      this.isSilent = true;
    }
  }
}

export const nights = new Nights();
