/** The record of a finished game, byte for byte, and the public log that it is in. */

import { get } from "./api";

const ATTEMPTS = 5;
const SHORTLY = 2000;

/** Null where the hall does not give it; when a game ends, everyone at the table asks at once and some have to wait. */
export async function recordOf(table: string, number: number): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((next) => setTimeout(next, SHORTLY));
    const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/games/${number}`).catch(() => null);
    if (answer?.ok) return answer.text();
    if (answer !== null && answer.status < 500 && answer.status !== 429) return null;
  }
  return null;
}

/** Lines of the public log with this hash; null where the hall does not say. */
export async function logLines<L>(hash: string): Promise<readonly L[] | null> {
  const answer = await get<{ readonly lines: readonly L[] }>(`/api/log?hash=${hash}`).catch(() => null);
  return answer?.lines ?? null;
}
