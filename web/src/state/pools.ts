/** The predictions of those who watch, and when the page may tell of them. Pure. */

import type { PoolMessage } from "#protocol";
import type { TableOnScreen } from "./telling";

/** What the hall has said of a pool, and how far the table was then: it may give away what is still being told. */
export interface HeardPool {
  readonly pool: PoolMessage;
  /** From this version of the table on it may be shown. */
  readonly version: number;
}

/** While it is open, a pool says nothing about the game. */
const AT_ONCE = 0;

/** Those of the game on the screen and of the one before it. What was said again is shown from when it was said first. */
export function withPool(heard: readonly HeardPool[], pool: PoolMessage, version: number): readonly HeardPool[] {
  const isSame = (each: HeardPool) => each.pool.game === pool.game && each.pool.status === pool.status;
  const from = pool.status === "open" ? AT_ONCE : (heard.find(isSame)?.version ?? version);
  return [...heard.filter((each) => !isSame(each) && each.pool.game >= pool.game - 1), { pool, version: from }];
}

/** The pool as it may be shown beside what is told of the game; null where there is none. */
export function poolOnScreen({ pools = [], version, shown }: Pick<TableOnScreen, "pools" | "version" | "shown">): PoolMessage | null {
  const may = (each: HeardPool) => each.pool.game === shown.games && each.version <= version && (each.pool.status !== "settled" || isOver(shown));
  const pool = pools.findLast(may)?.pool ?? null;
  return pool?.status === "off" ? null : pool;
}

/** Nobody learns the winner from a pool first. */
function isOver({ waiting }: TableOnScreen["shown"]): boolean {
  return waiting === null || waiting.type === "over";
}

/** What is worth a moment of its own when it happens before my eyes: not to someone who comes later. */
export function momentBetween(before: PoolMessage | null, after: PoolMessage | null): "closed" | "void" | null {
  if (before === null || after === null || before.game !== after.game || after.count === 0 || before.status === after.status) return null;
  return after.status === "closed" || after.status === "void" ? after.status : null;
}

/** What of a pool is worth a place: nothing where nobody has predicted and nobody can any more. */
export function isWorthTelling(pool: PoolMessage): boolean {
  return pool.status === "open" || pool.count > 0;
}

export type Outcome = "won" | "lost" | "back";

/** What became of my prediction; null where I have made none. */
export function outcomeOf({ status, winners, seats, mine }: PoolMessage): Outcome | null {
  if (mine === null || (status !== "settled" && status !== "void")) return null;
  if (status === "void" || !(winners ?? []).some((seat) => (seats?.[seat]?.count ?? 0) > 0)) return "back";
  return winners!.includes(mine.seat) ? "won" : "lost";
}

/** By seat, where anyone has chosen it: the largest first. */
export function splitOf({ seats, pot }: PoolMessage): readonly { readonly seat: number; readonly chips: number; readonly count: number; readonly share: number }[] {
  return (seats ?? [])
    .map(({ chips, count }, seat) => ({ seat, chips, count, share: pot === 0 ? 0 : chips / pot }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.chips - one.chips || one.seat - other.seat);
}
