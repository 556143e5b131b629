/** How far somebody has read what was said. Pure. */

import type { Said } from "../state/fold";

/** The number of the last line that was seen, by audience: each counts its own, and on for as long as a table is open. */
export type Seen = Readonly<Record<Said["audience"], number>>;

const NOTHING: Seen = { all: 0, spectators: 0 };

export function seenAll(chat: readonly Said[], before: Seen = NOTHING): Seen {
  return chat.reduce((seen, { audience, number }) => ({ ...seen, [audience]: Math.max(seen[audience], number) }), before);
}

export function unreadIn(chat: readonly Said[], seen: Seen): number {
  return chat.filter(({ audience, number }) => number > seen[audience]).length;
}
