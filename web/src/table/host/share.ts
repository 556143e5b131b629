/** The link of a table, and how it gets out of the page. */

import { hall } from "../../store/hall.svelte";

export function linkOf(code: string): string {
  return `${hall.state.url || location.origin}/t/${code.toUpperCase()}`;
}

/** Halls in a living room have no certificate, and there browsers keep the clipboard to themselves: then as of old. */
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
    // whoever thinks again shares nothing
  }
}
