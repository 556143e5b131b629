/** The colour of each game, as it declares it. */

import { theme } from "../look/preferences.svelte";
import { gameInfo } from "./catalog.svelte";

const BRASS = "var(--brass-ink)";

/** A CSS colour that can be read on the felt of the theme; that of the hall until the game is known. */
export function accent(game: string): string {
  const info = gameInfo(game);
  if (!info?.colour) return BRASS;
  return theme() === "light" ? (info.colour_light ?? info.colour) : info.colour;
}
