/** One change of a table as a person follows it: what happened first, and what has come of it last. */

import type { UpdateMessage } from "#protocol";
import type { AnyEvent } from "./fold";

/** Nobody is asked anything while there is still something to see. */
const NOBODY = { type: "ask", due: [] } as const;

/** Nobody waits to see these. */
const CODA = new Set<string>(["game_ended", "committed"]);

type Which = (event: AnyEvent) => boolean;

/**
 * Dice lie before anybody sees what comes of them, and what is shouted stands alone; only the last part shows the table
 * as it is now. The parts have versions between the last one and their own.
 */
export function stages(message: UpdateMessage, isThrown: Which, isShouted: Which): UpdateMessage[] {
  if (message.events.some((event) => event.type === "game_started")) return [message]; // there is no board before it
  const parts = parted(message.events, isThrown, isShouted);
  const last = parts.pop() ?? [];
  const { type, table, version, people } = message;
  const before = parts.map((events, index): UpdateMessage => ({
    type,
    table,
    version: version - 1 + (index + 1) / (parts.length + 1),
    events,
    changes: { waiting: NOBODY },
    ...(people === undefined ? {} : { people }),
  }));
  return [...before, { ...message, events: last }];
}

function parted(events: readonly AnyEvent[], isThrown: Which, isShouted: Which): AnyEvent[][] {
  const parts: AnyEvent[][] = [];
  let isCut = true;
  for (const event of events) {
    const isAlone = isShouted(event);
    if ((isCut || isAlone) && !(CODA.has(event.type) && parts.length > 0)) parts.push([]);
    parts.at(-1)!.push(event);
    isCut = isAlone || isThrown(event) || (isCut && CODA.has(event.type));
  }
  return parts;
}
