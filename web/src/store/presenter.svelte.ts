/** Shows the table on the screen beat by beat, by a real clock. */

import type { ServerMessage, Setting } from "#protocol";
import type { Beat } from "../state/beats";
import type { TableState } from "../state/fold";
import { hear, hurry, next, onScreen, patienceAt, SILENT, type TableOnScreen, tell, type Telling } from "../state/telling";

const seconds = () => performance.now() / 1000;

export class Presenter {
  /** One table at a time is told: the one that is looked at. */
  #code = $state.raw("");
  #telling = $state.raw<Telling>(SILENT);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What was answered last: the same table is shown as the same object, so that nothing is drawn twice. */
  readonly #shown = new WeakMap<TableState, { readonly telling: Telling; readonly table: TableOnScreen }>();

  onScreen(table: TableState): TableOnScreen {
    const telling = table.code === this.#code ? this.#telling : SILENT;
    const known = this.#shown.get(table);
    if (known?.telling === telling) return known.table;
    const shown = onScreen(table, telling);
    this.#shown.set(table, { telling, table: shown });
    return shown;
  }

  tell(code: string, beats: readonly Beat[], setting: Setting): void {
    const before = code === this.#code ? this.#telling : SILENT;
    this.#code = code;
    this.#become(tell(before, beats, seconds(), patienceAt(setting)));
  }

  /** Show all that waits, now. */
  hurry(): void {
    this.#become(hurry(this.#telling));
  }

  hear(message: ServerMessage): void {
    const isElsewhere = "table" in message && message.table !== this.#code;
    if (!isElsewhere) this.#become(hear(this.#telling, message));
  }

  #become(telling: Telling): void {
    if (telling === this.#telling) return;
    clearTimeout(this.#timer);
    this.#telling = telling;
    if (telling.waiting.length === 0) return;
    this.#timer = setTimeout(() => this.#become(next(this.#telling, seconds())), (telling.until - seconds()) * 1000);
  }
}
