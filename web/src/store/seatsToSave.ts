/** Which tables a browser finds back to, by what it has heard of them since. Pure. */

/** What nothing was heard of yet stays: the hall may only just be telling. */
export function stillKept(kept: readonly string[], mine: readonly string[], lost: readonly string[]): readonly string[] {
  const stay = kept.filter((code) => mine.includes(code) || !lost.includes(code));
  return [...stay, ...mine.filter((code) => !kept.includes(code))];
}
