/** Who plays whom in a tournament. */

import type { Format } from "../wire/nights";

/** As the hall has them where nothing else is chosen. */
export const FORMATS: Readonly<Record<Format["type"], Format>> = {
  swiss: { type: "swiss", rounds: 5, last: 0, advance: 2 },
  knock_out: { type: "knock_out", advance: 2 },
  arena: { type: "arena", minutes: 60 },
  series: { type: "series", games: 5 },
};
