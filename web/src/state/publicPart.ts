/** What a television may know. Pure. */

import type { ServerMessage } from "#protocol";

/** The whole room looks at it: it knows no secret, even if the browser is that of a player, and it is nobody. */
export function publicPart(message: ServerMessage): ServerMessage {
  if (message.type === "welcome") return { ...message, you: null };
  if (message.type === "tournament") return { ...message, key: "" };
  if (message.type === "pool") return { ...message, mine: null, purse: null, may: false, why_not: "nameless" };
  return "mine" in message ? { ...message, mine: [] } : message;
}
