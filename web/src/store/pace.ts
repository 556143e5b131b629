/** Lets everything that happens be seen: what comes too fast waits its turn, as long as nobody is in a hurry. */

import type { ServerMessage } from "#protocol";

type Timer = ReturnType<typeof setTimeout>;

/** Seconds that all together may be held back: then it goes faster, so that nobody's clock is eaten up. */
const PATIENCE = 5;

export class Pace {
  readonly #queue: ServerMessage[] = [];
  #timer: Timer | undefined;

  /** `beat` says for how many seconds a message should be seen before the next one; 0 where it need not. */
  constructor(
    private readonly show: (message: ServerMessage) => void,
    private readonly beat: (message: ServerMessage) => number,
  ) {}

  /** In the order in which they come; only what happens at a table is ever held back. */
  take(message: ServerMessage): void {
    if (message.type === "table" || message.type === "gone" || message.type === "welcome") this.hurry();
    if (message.type === "update" && this.#timer !== undefined) this.#queue.push(message);
    else this.#present(message);
  }

  /** Show all that waits, now: somebody has pressed something, or looks elsewhere. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const message of this.#queue.splice(0)) this.show(message);
  }

  #present(message: ServerMessage): void {
    this.show(message);
    const seconds = message.type === "update" ? this.beat(message) : 0;
    if (seconds > 0) this.#timer = setTimeout(() => this.#next(), 1000 * seconds * this.#haste());
  }

  #next(): void {
    this.#timer = undefined;
    const next = this.#queue.shift();
    if (next !== undefined) this.#present(next);
    if (this.#timer === undefined && this.#queue.length > 0) this.#next();
  }

  #haste(): number {
    const waiting = this.#queue.reduce((sum, message) => sum + this.beat(message), 0);
    return waiting > PATIENCE ? PATIENCE / waiting : 1;
  }
}
