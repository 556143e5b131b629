/** What can be heard at a table: dice that fall, and a knock when it is my turn. */

import { untrack } from "svelte";
import { knock, rattle } from "../look/sound";

interface Heard {
  /** The id of the first event that is news. */
  readonly fresh: number;
  /** Whether dice fall with it. */
  readonly isThrown: boolean;
  readonly isMyTurn: boolean;
}

/** Call it where a table is shown. */
export function playSounds(heard: () => Heard): void {
  let last = 0;
  $effect(() => {
    const { fresh } = heard();
    if (fresh === last) return;
    last = fresh;
    if (untrack(heard).isThrown) rattle();
  });
  const isMyTurn = $derived(heard().isMyTurn);
  $effect(() => {
    if (isMyTurn) knock();
  });
}
