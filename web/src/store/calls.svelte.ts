/** The tournaments in which I take part: followed wherever I am in the hall, so that my next table can call me. */

import { untrack } from "svelte";
import { type Call, callsFor, gamesOf } from "../state/calls";
import { entrantOf } from "../state/tournament";
import { get } from "../wire/api";
import { hall } from "./hall.svelte";
import { tournaments } from "./tournaments.svelte";

/** Seconds in which one can see what is about to happen, however late the call comes. */
const SEEN_IN = 5;

class Calls {
  /** What the hall said I take part in when the line was opened. */
  #listed = $state.raw<readonly string[]>([]);
  readonly #followed = new Set<string>();
  readonly #watched = new Set<string>();
  /** When a call was first seen, in hall time. */
  readonly #since = new Map<string, number>();
  /** Tables that are not to open by themselves. */
  stays = $state.raw<readonly string[]>([]);

  readonly all = $derived<readonly Call[]>(hall.you == null ? [] : callsFor(hall.you.id, tournaments.all));

  /** When the table of a call opens by itself, in hall time. */
  opensAt({ table, opens }: Call): number {
    const since = this.#since.get(table) ?? hall.now;
    this.#since.set(table, since);
    return Math.max(opens, since + SEEN_IN);
  }

  stay(table: string): void {
    this.stays = [...this.stays, table];
  }

  /** Call it where effects may run. */
  listen(): void {
    const me = $derived(hall.you?.id);
    $effect(() => {
      if (me !== undefined && hall.line === "open") void this.#list();
    });
    const mine = $derived(me === undefined ? [] : tournaments.all.filter(({ shown }) => entrantOf(shown, me)));
    $effect(() => once(this.#followed, [...this.#listed, ...mine.map(({ code }) => code)], (code) => tournaments.follow(code)));
    const games = $derived(me === undefined ? [] : gamesOf(me, mine));
    $effect(() => once(this.#watched, games, (table) => hall.watch(table)));
  }

  async #list(): Promise<void> {
    const found = await get<{ tournaments: readonly { code: string }[] }>("/api/tournaments?mine=true").catch(() => null);
    if (found !== null) this.#listed = found.tournaments.map(({ code }) => code);
  }
}

/** For as long as the page is open: what has come to its end says nothing more. */
function once(done: Set<string>, codes: readonly string[], what: (code: string) => void): void {
  for (const code of codes) {
    if (!done.has(code)) untrack(() => what(code));
    done.add(code);
  }
}

export const calls = new Calls();
