/** Reminders of theme nights, kept in this browser, and given while a page of the hall is open. */

import { nextLook, toTell, type Told } from "../state/reminders";
import { get, Problem } from "../wire/api";
import type { Programme, Tonight } from "../wire/nights";
import { REMINDERS, reminded } from "./reminded.svelte";

interface Kept {
  readonly wanted: readonly string[];
  readonly told: Told;
}

/** Seconds after which a hall that did not answer is asked again. */
const AGAIN = 30;

class Reminders {
  wanted = $state.raw(kept().wanted);
  /** Those that have begun, until they are answered. */
  shown = $state.raw<readonly Tonight[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notify: (evening: Tonight) => void = () => {};

  /** From now on; what it returns ends that. */
  start(notify: (evening: Tonight) => void): () => void {
    this.#notify = notify;
    const look = () => !document.hidden && void this.look();
    document.addEventListener("visibilitychange", look); // timers sleep with the machine
    void this.look();
    return () => {
      clearTimeout(this.#timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  set(key: string, wanted: boolean): void {
    const others = kept().wanted.filter((each) => each !== key);
    this.#keep({ ...kept(), wanted: wanted ? [...others, key] : others });
    reminded.is = true;
    void this.look();
  }

  dismiss(evening: Tonight): void {
    this.shown = this.shown.filter((each) => each !== evening);
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const { wanted } = kept(); // another window may have changed it
    this.wanted = wanted;
    if (wanted.length === 0) return;
    let wait: number | null = AGAIN;
    try {
      const programme = await get<Programme>("/api/nights");
      this.#tell(toTell(programme, wanted, kept().told));
      wait = nextLook(programme, wanted);
    } catch (why) {
      if (!(why instanceof Problem)) throw why;
    }
    clearTimeout(this.#timer);
    if (wait !== null) this.#timer = setTimeout(() => void this.look(), wait * 1000);
  }

  #tell(evenings: readonly Tonight[]): void {
    if (evenings.length === 0) return;
    const told = Object.fromEntries(evenings.map(({ key, start }) => [key, start]));
    this.#keep({ ...kept(), told: { ...kept().told, ...told } });
    this.shown = [...this.shown, ...evenings];
    evenings.forEach(this.#notify);
  }

  #keep(what: Kept): void {
    this.wanted = what.wanted;
    try {
      localStorage.setItem(REMINDERS, JSON.stringify(what));
    } catch {
      // a browser that keeps nothing forgets this as well
    }
  }
}

function kept(): Kept {
  try {
    return { wanted: [], told: {}, ...(JSON.parse(localStorage.getItem(REMINDERS) ?? "{}") as Partial<Kept>) };
  } catch {
    return { wanted: [], told: {} };
  }
}

export const reminders = new Reminders();
