/** Lets everything that happens be seen: what comes too fast waits its turn, as long as nobody is in a hurry. */

import type { ServerMessage } from "#protocol";

type Timer = ReturnType<typeof setTimeout>;

/** Before these, all that was told before them; and when a clock runs out, there is no time for a show. */
const PRESSING = new Set<ServerMessage["type"]>(["table", "gone", "welcome", "clock_warning"]);

export class Pace {
  readonly #queue: ServerMessage[] = [];
  #timer: Timer | undefined;
  /** When all that waits must have been shown. */
  #deadline = 0;

  /**
   * `beat` says for how many seconds a message should be seen before the next one, 0 where it need not; `patience`,
   * for how many anything may be held back: the more waits, the faster it goes, so that nobody's clock is eaten up.
   */
  constructor(
    private readonly show: (message: ServerMessage) => void,
    private readonly beat: (message: ServerMessage) => number,
    private readonly patience: () => number,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {}

  /** In the order in which they come; only what happens at a table is ever held back. */
  take(message: ServerMessage): void {
    if (PRESSING.has(message.type)) this.hurry();
    if (message.type === "update" && this.#timer !== undefined) {
      if (this.#queue.length === 0) this.#deadline = this.now() + this.patience();
      this.#queue.push(message);
    } else this.#present(message);
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
    if (seconds > 0) this.#timer = setTimeout(() => this.#next(), 1000 * seconds * this.#haste(seconds));
  }

  #next(): void {
    this.#timer = undefined;
    const next = this.#queue.shift();
    if (next !== undefined) this.#present(next);
    if (this.#timer === undefined && this.#queue.length > 0) this.#next();
  }

  #haste(seconds: number): number {
    if (this.#queue.length === 0) return 1;
    const wanted = this.#queue.reduce((sum, message) => sum + this.beat(message), seconds);
    return Math.min(1, Math.max(0, this.#deadline - this.now()) / wanted);
  }
}
