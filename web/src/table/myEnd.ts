/** When my own end takes the whole screen. Pure. */

/** Milliseconds after which it becomes the dock of a player who is out. */
export const MY_END = 12_000;

export interface MyEnd {
  readonly isOut: boolean;
  readonly isShown: boolean;
}

/** It is shown once, when I go out before my eyes: not to someone who comes back to a table and is out already. */
export function follow(before: MyEnd | null, isOut: boolean): MyEnd {
  if (before?.isOut === isOut) return before;
  return { isOut, isShown: isOut && before !== null };
}

/** I have seen it, or time has passed. */
export function seen(end: MyEnd): MyEnd {
  return { ...end, isShown: false };
}
