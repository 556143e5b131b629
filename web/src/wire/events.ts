import type { ServerMessage } from "#protocol";

interface Folded {
  readonly type: string;
  readonly each?: Readonly<Record<string, readonly unknown[]>>;
}

/** Like events in a row come as one, with a list for each field: here each is one again. */
export function unfoldEvents(message: ServerMessage): ServerMessage {
  if (message.type !== "update" && message.type !== "table") return message;
  const events = (message.events as readonly Folded[]).flatMap(unfold);
  return { ...message, events } as ServerMessage;
}

function unfold(event: Folded): readonly object[] {
  if (event.each === undefined) return [event];
  const fields = Object.entries(event.each);
  const count = fields[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, at) => ({
    type: event.type,
    ...Object.fromEntries(fields.map(([field, values]) => [field, values[at]])),
  }));
}
