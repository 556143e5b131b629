/** After the game of a tournament's table the room looks at the standings: from there the next table is shown. */

import { placeBehind } from "../../boardkit/leave";
import { go } from "../../route/here.svelte";
import type { TableState } from "../../state/fold";

/** Milliseconds in which the winner is seen. */
const APPLAUSE = 15_000;

/** Call it where a television shows a table. */
export function backToStandings(table: () => TableState, isShown: () => boolean): void {
  const behind = $derived(placeBehind(table()));
  const isOver = $derived(isShown() && table().shown.fixture !== null && table().shown.settled);
  $effect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => go(`${behind}?tv`, { replace: true }), APPLAUSE);
    return () => clearTimeout(timer);
  });
}
