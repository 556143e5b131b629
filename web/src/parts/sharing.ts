/** How links get out of the page, and those of tables. */

import { hall } from "../store/hall.svelte";

/** Of a table. The key of a private one opens it; a code alone only knocks. */
export function linkOf(code: string, asks = ""): string {
  const key = hall.table(code)?.shown.key ?? "";
  return `${hall.state.url || location.origin}/t/${code.toUpperCase()}${asks}${key === "" ? "" : `#k=${key}`}`;
}

/** The same table for the big screen in the room. */
export function televisionLinkOf(code: string): string {
  return linkOf(code, "?tv");
}

/** Halls in a living room have no certificate, and there browsers keep the clipboard to themselves: then as of old, out of
 * the field where the text stands; where even that is forbidden it is marked at least, to be copied by hand. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
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
