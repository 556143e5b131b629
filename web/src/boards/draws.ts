/** What a game's own folder knows about its draws; null for games that have none there. */

import type { Draws } from "../fair/draws";

const DRAWS = import.meta.glob<{ default: Draws }>("./*/draws.ts");

export async function drawsOf(game: string): Promise<Draws | null> {
  return (await DRAWS[`./${game}/draws.ts`]?.())?.default ?? null;
}
