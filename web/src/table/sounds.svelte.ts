/** What can be heard at a table: dice, titles, my turn, and the last ten seconds of my time; on a theme night perhaps less. */

import type { Night } from "#protocol";
import type { Cue } from "../state/script";
import { secondsUntil } from "../store/countdown.svelte";
import { isHeard } from "../look/heard";
import { buzz, play } from "../look/sound";
import type { SoundName } from "../look/waves";

interface Heard {
  readonly game: string;
  /** The beat on the screen. */
  readonly cue: Cue | null;
  readonly isMyTurn: boolean;
  /** When my time is over, by the hall's clock; null where no clock of mine runs. */
  readonly until: number | null;
  readonly night: Night | null;
}

const LAST_SECONDS = 10;

/** Call it where a table is shown. */
export function playSounds(heard: () => Heard): void {
  const game = $derived(heard().game);
  const cue = $derived(heard().cue);
  const sounds = $derived(heard().night?.sounds ?? "all");
  const sound = (name: SoundName) => isHeard(name, sounds) && play(name, game);
  $effect(() => {
    if (cue?.sound !== undefined) sound(cue.sound);
  });
  const isMyTurn = $derived(heard().isMyTurn);
  $effect(() => {
    if (!isMyTurn) return;
    sound("turn");
    buzz();
  });
  const left = $derived.by(() => {
    const { until } = heard();
    return until === null ? Infinity : secondsUntil(until);
  });
  $effect(() => {
    if (isMyTurn && left > 0 && left <= LAST_SECONDS) sound("tick");
  });
}
