/** Shows the table on the screen beat by beat, by a real clock. */

import type { ServerMessage } from "#protocol";
import type { Pace } from "../look/preferences.svelte";
import type { Beat } from "../state/beats";
import type { TableState } from "../state/fold";
import { hear, hurry, lookAgain, next, onScreen, showMe, SILENT, type TableOnScreen, tell, type Telling } from "../state/telling";

const now = () => performance.now();

export class Presenter {
  /** One table at a time is told: the one that is looked at. */
  #code = $state.raw("");
  #telling = $state.raw<Telling>(SILENT);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What was answered last: the same table is shown as the same object, so that nothing is drawn twice. */
  readonly #shown = new WeakMap<TableState, { readonly telling: Telling; readonly table: TableOnScreen }>();

  constructor(private readonly pace: () => Pace) {}

  onScreen(table: TableState): TableOnScreen {
    const telling = table.code === this.#code ? this.#telling : SILENT;
    const known = this.#shown.get(table);
    if (known?.telling === telling) return known.table;
    const shown = onScreen(table, telling);
    this.#shown.set(table, { telling, table: shown });
    return shown;
  }

  tell(code: string, beats: readonly Beat[]): void {
    const before = code === this.#code ? this.#telling : SILENT;
    this.#code = code;
    this.#become(tell(before, beats, now(), this.pace(), document.hidden));
  }

  /** The next beat, now. */
  skip(): void {
    this.#become(next(this.#telling, now(), this.pace()));
  }

  /** Everything that waits, now. */
  hurry(): void {
    this.#become(hurry(this.#telling));
  }

  /** The page is looked at again: what stood still goes on, or waits to be asked for. */
  lookAgain(): void {
    this.#telling = lookAgain(this.#telling);
    this.#wait();
  }

  /** What happened while the page was not looked at, from where it stopped. */
  showMe(): void {
    this.#become(showMe(this.#telling, now(), this.pace()));
  }

  hear(message: ServerMessage, mySeats: readonly number[]): void {
    const isElsewhere = "table" in message && message.table !== this.#code;
    if (!isElsewhere) this.#become(hear(this.#telling, message, mySeats));
  }

  get isTelling(): boolean {
    return this.#telling.waiting.length > 0;
  }

  #become(telling: Telling): void {
    if (telling === this.#telling) return;
    this.#telling = telling;
    this.#wait();
  }

  /** Until the beat on the screen was seen. A page that is not looked at stands still. */
  #wait(): void {
    clearTimeout(this.#timer);
    const { current, waiting, until, isBehind } = this.#telling;
    const isOver = waiting.length === 0 && current?.cue == null;
    if (isOver || isBehind) return;
    this.#timer = setTimeout(() => document.hidden || this.skip(), until - now());
  }
}
