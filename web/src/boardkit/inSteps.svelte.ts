/** A long list, drawn a few changes a frame: all of them at once would hold up a slow phone. */

import { untrack } from "svelte";

const MOST = 8;

/** Call it where the list is shown. What is undefined in the answer has not been drawn yet. */
export function inSteps<T>(wanted: () => readonly T[], isSame: (one: T, other: T) => boolean): () => readonly (T | undefined)[] {
  let shown = $state.raw<readonly (T | undefined)[]>(untrack(() => step([], wanted(), isSame)));
  $effect.pre(() => {
    const all = wanted();
    let frame = 0;
    const go = () => {
      const now = untrack(() => shown);
      const next = step(now, all, isSame);
      if (next === now) return;
      shown = next;
      frame = requestAnimationFrame(go);
    };
    go();
    return () => cancelAnimationFrame(frame);
  });
  return () => shown;
}

/** A few of those that differ become what they should be; the same list where none differs. */
export function step<T>(
  shown: readonly (T | undefined)[],
  wanted: readonly T[],
  isSame: (one: T, other: T) => boolean,
  most = MOST,
): readonly (T | undefined)[] {
  let left = most;
  const next = wanted.map((each, index) => {
    const old = shown[index];
    if (old !== undefined && isSame(old, each)) return old;
    return left-- > 0 ? each : old;
  });
  return left === most && shown.length === wanted.length ? shown : next;
}
