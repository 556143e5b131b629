import { fold, NOTHING, type AnyEvent, type Told } from "../../src/state/fold";
import type { ServerMessage } from "#protocol";

/** A story as the page keeps it, of nothing but these events. */
export function story(...events: readonly object[]): Told[] {
  return events.map((event, at) => ({ id: at + 1, event: event as AnyEvent, game: "", seats: [] }));
}

/** The story after a table was shown with the first events and all the other changes came in one go. */
export function hurried(shown: readonly object[], ...changes: readonly (readonly object[])[]): readonly Told[] {
  const table = { type: "table", table: "kiro", version: 0, now: 0, people: {}, won: {}, mine: [], absent: [], watching: 0 };
  const setting = { game: "peril" };
  const messages = [
    { ...table, shown: { game: "peril", seats: [], left: [], setting }, events: shown, missed: false, chat: {} },
    ...changes.map((events, at) => ({ type: "update", table: "kiro", version: at + 1, events, changes: {} })),
  ] as unknown as ServerMessage[];
  return messages.reduce((state, message) => fold(state, message, 0), NOTHING).tables["kiro"]!.story;
}
