/** The reactions on the screen, by table, and what a screen reader is told of them. */

import type { ServerMessage } from "#protocol";
import { preferences } from "../look/preferences.svelte";
import { REACTION_MS, REACTIONS, type ShownReaction, stillShown, withReaction } from "../state/reactions";

class ShownReactions {
  #shown = $state.raw<Readonly<Record<string, readonly ShownReaction[]>>>({});

  /** Those at this table; none where they are switched off. */
  at(table: string): readonly ShownReaction[] {
    return preferences.reactions ? (this.#shown[table] ?? []) : [];
  }

  /** True where the message was one: it changes nothing else. */
  hear(message: ServerMessage): boolean {
    if (message.type !== "reaction") return false;
    const { table, who, reaction } = message;
    if (!REACTIONS.includes(reaction)) return true; // a newer hall may know more of them
    this.#put(table, withReaction(this.#shown[table] ?? [], who, reaction, performance.now()));
    setTimeout(() => this.#put(table, stillShown(this.#shown[table] ?? [], performance.now())), REACTION_MS + 1);
    return true;
  }

  #put(table: string, shown: readonly ShownReaction[]): void {
    this.#shown = { ...this.#shown, [table]: shown };
  }
}

export const reactions = new ShownReactions();
