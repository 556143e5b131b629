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
