/** Import this where something is said about a table of a tournament. */

import messages from "#messages/en/page-fixture.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);

/** "1:05", for a time that is short enough to be waited for. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
