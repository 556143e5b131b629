/** A press that comes before the last answer waits for its turn; the same press twice is meant once, unless it is one to repeat. */

import type { Request } from "#protocol";

const REPEATED: ReadonlySet<Request["type"]> = new Set(["add_bot"]);

export class Presses {
  #last: Promise<unknown> = Promise.resolve();
  readonly #waiting: Request["type"][] = [];

  /** Carry it out when it is its turn; null where the same is on its way and this is no press to repeat. */
  async take<T>(what: Request, carryOut: () => Promise<T>): Promise<T | null> {
    if (this.#waiting.includes(what.type) && !REPEATED.has(what.type)) return null;
    this.#waiting.push(what.type);
    const turn = this.#last.then(carryOut);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting.shift();
    }
  }
}

/** A press too many, made before the last free seat was seen to be taken: there is nothing to say about it. */
export function isOneTooMany(what: Request, reason: string): boolean {
  return REPEATED.has(what.type) && reason === "full";
}
