/** What is done about a tournament; what is refused is said beside it. */

import type { Team } from "#protocol";
import { refusalText } from "../../store/guest";
import { tournaments, type TournamentCommand } from "../../store/tournaments.svelte";
import { Refused } from "../../wire/socket";

/** Done twice by a double click, or by someone else meanwhile: it is as you wanted it. */
const DONE_ALREADY = "already";

export class TournamentActions {
  busy = $state(false);
  wrong = $state("");

  constructor(private readonly code: string) {}

  /** True where it was done. */
  act(command: TournamentCommand): Promise<boolean> {
    return this.#carryOut(() => tournaments.act(this.code, command));
  }

  enter(team?: Team | null): Promise<boolean> {
    return this.#carryOut(() => tournaments.enter(this.code, team));
  }

  /** One after the other, up to the first that is refused. */
  addBots(count: number, level: string): Promise<boolean> {
    return this.#carryOut(async () => {
      for (let left = count; left > 0; left--) await tournaments.act(this.code, { type: "add_bot", level });
    });
  }

  async #carryOut(how: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    [this.busy, this.wrong] = [true, ""];
    try {
      await how();
      return true;
    } catch (why) {
      if (why instanceof Refused && why.reason === DONE_ALREADY) return true;
      this.wrong = refusalText(why);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
