/** How far the chat was read. Pure. */

import type { Said } from "../state/fold";

/** The number of the last line that was seen, by channel: each counts its own, and on for as long as a table is open. */
export type Seen = Readonly<Record<Said["channel"], number>>;

const NOTHING: Seen = { all: 0, spectators: 0 };

export function seenAll(chat: readonly Said[], before: Seen = NOTHING): Seen {
  return chat.reduce((seen, { channel, number }) => ({ ...seen, [channel]: Math.max(seen[channel], number) }), before);
}

export function unreadIn(chat: readonly Said[], seen: Seen): number {
  return chat.filter(({ channel, number }) => number > seen[channel]).length;
}
