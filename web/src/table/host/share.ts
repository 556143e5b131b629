/** The link of a table, and how it gets out of the page. */

import { hall } from "../../store/hall.svelte";

/** The key of a private table opens it; a code alone only knocks. */
export function linkOf(code: string, asks = ""): string {
  const key = hall.table(code)?.shown.key ?? "";
  return `${hall.state.url || location.origin}/t/${code.toUpperCase()}${asks}${key === "" ? "" : `#k=${key}`}`;
}

/** The same table for the big screen in the room. */
export function televisionLinkOf(code: string): string {
  return linkOf(code, "?tv");
}

/** Whether this device has a way of its own to hand on links. */
export const canHandOn = typeof navigator.share === "function";

export async function handOn(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // cancelled
  }
}
