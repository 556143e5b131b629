/** What the page saw of a game, put together for the check of its dice, and for people who want to show it to others. */

import type { Check, Seen } from "../fair/check";
import { isBroken } from "../fair/check";
import type { AnyEvent, TableState } from "../state/fold";
import type { Noted } from "../state/noted";
import type { Evidence } from "../store/evidence";

export type Seal = "ok" | "partly" | "broken";

/** Of the game with this number, by all that the hall has told this page about the table. */
export function seenOf(table: TableState, number: number, seat: number | null, noted: Noted, key: string): Seen {
  const told = table.story.map(({ event }) => event);
  const first = told.findLastIndex((event) => event.type === "game_started" && event.number === number);
  const last = told.findLastIndex((event) => event.type === "game_ended" && event.number === number);
  const [started, ended] = [told[first], told[last]];
  const disclosed = told.slice(last + 1).find((event) => event.type === "disclosed"); // with duplicate dice, when the round ended
  return {
    commit: noted.told[number] ?? "",
    sent: noted.sent,
    seat,
    isQuick: table.shown.setting.quick,
    started: started?.type === "game_started" ? started : null,
    ended: ended?.type === "game_ended" ? { ...ended, seed: disclosed?.seed ?? ended.seed } : null,
    events: first === -1 || table.missed ? null : told.slice(first, last + 1),
    key,
  };
}

/** What matters to nobody but the curious does not make it less: spectators mix in nothing. */
const HARMLESS = new Set(["own-spectator", "dice-rules", "key-first", "signed-none"]);

export function sealOf(checks: readonly Check[]): Seal {
  if (isBroken(checks)) return "broken";
  const isPartly = checks.some(({ outcome, what, why }) => outcome === "open" && !HARMLESS.has(`${what}-${why}`));
  return isPartly ? "partly" : "ok";
}

/** All that is needed to judge it without this page: to keep, and to send to somebody. */
export function evidence(record: string, seen: Seen, checks: readonly Check[], table: string, number: number): Evidence {
  const events: readonly AnyEvent[] = seen.events ?? [];
  const all = { hall: location.origin, table, game: number, at: new Date().toISOString(), checks, seen: { ...seen, events }, record };
  return { name: `${table.toUpperCase()}-${number}-evidence.json`, text: JSON.stringify(all, null, 1) };
}
