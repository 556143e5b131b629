/** What can be heard at a table: dice, titles, my turn, and the last ten seconds of my time. */

import type { Cue } from "../state/script";
import { secondsUntil } from "../store/countdown.svelte";
import { buzz, play } from "../look/sound";

interface Heard {
  readonly game: string;
  /** The beat on the screen. */
  readonly cue: Cue | null;
  readonly isMyTurn: boolean;
  /** When my time is over, by the hall's clock; null where no clock of mine runs. */
  readonly until: number | null;
}

const LAST_SECONDS = 10;

/** Call it where a table is shown. */
export function playSounds(heard: () => Heard): void {
  const game = $derived(heard().game);
  const cue = $derived(heard().cue);
  $effect(() => {
    if (cue?.sound !== undefined) play(cue.sound, game);
  });
  const isMyTurn = $derived(heard().isMyTurn);
  $effect(() => {
    if (!isMyTurn) return;
    play("turn", game);
    buzz();
  });
  const left = $derived.by(() => {
    const { until } = heard();
    return until === null ? Infinity : secondsUntil(until);
  });
  $effect(() => {
    if (isMyTurn && left > 0 && left <= LAST_SECONDS) play("tick", game);
  });
}
