/** One change of a table, cut into beats: what happened first, and what has come of it last. Pure. */

import type { TableState, Told } from "./fold";

/** What a person sees at once: the table as it was or is, and how much of the story. */
export interface Beat extends Pick<TableState, "version" | "shown" | "won" | "mine" | "story" | "fresh"> {
  /** Whether more of the same change is still to be told: then the board is older than the story. */
  readonly telling: boolean;
  /** For how long it should be seen before the next one, 0 where it need not. */
  readonly seconds: number;
}

/** What the games and their words say of an event. */
export interface Marks {
  isThrown(told: Told): boolean;
  /** Whether it is shouted, with a title of its own. */
  isShouted(told: Told): boolean;
}

const SHOUTED = 2.4;
const THROWN = 1.7;
const PLAIN = 1;

/** Nobody waits to see these. */
const CODA = new Set<string>(["game_ended", "committed"]);

/**
 * Dice lie before anybody sees what comes of them, and a title stands alone. Until the last beat the table is as it was
 * before, and nobody is offered a move.
 */
export function beatsOf(before: TableState, after: TableState, marks: Marks): Beat[] {
  const told = after.story.filter(({ id }) => id > (before.story.at(-1)?.id ?? 0));
  const begins = told.some(({ event }) => event.type === "game_started"); // there is no board before it
  const parts = begins ? [told] : cut(told, marks);
  const last = parts.pop() ?? [];
  const { version, shown, won } = before;
  const mine = before.mine.map((each) => ({ ...each, moves: [] }));
  const telling = parts.map((part): Beat => ({
    version,
    shown,
    won,
    mine,
    story: after.story.filter(({ id }) => id <= part.at(-1)!.id),
    fresh: part[0]!.id,
    telling: true,
    seconds: secondsFor(part, marks),
  }));
  return [...telling, { ...after, fresh: last[0]?.id ?? after.fresh, telling: false, seconds: secondsFor(last, marks) }];
}

function cut(told: readonly Told[], { isThrown, isShouted }: Marks): Told[][] {
  const parts: Told[][] = [];
  let isCut = true;
  for (const [index, each] of told.entries()) {
    const isCoda = CODA.has(each.event.type);
    const isAlone = isShouted(each);
    if ((isCut || isAlone) && !(isCoda && parts.length > 0)) parts.push([]);
    parts.at(-1)!.push(each);
    const next = told[index + 1];
    const lies = isThrown(each) && !(next !== undefined && isThrown(next)); // dice that fall together lie together
    isCut = isAlone || lies || (isCut && isCoda);
  }
  return parts;
}

function secondsFor(told: readonly Told[], { isThrown, isShouted }: Marks): number {
  if (told.length === 0) return 0;
  if (told.some(isShouted)) return SHOUTED;
  return told.length > 1 || told.some(isThrown) ? THROWN : PLAIN;
}
