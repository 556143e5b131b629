/** How well bots play: the levels that a game offers, and what they are called. */

import type { GameInfo } from "../games/catalog.svelte";
import { t } from "./words.svelte";
import "./bots";

/** How a bot plays unless the host chooses another level. */
export const NORMAL = "normal";

/** Another game may have been chosen since the level was. */
export function levelAt(game: Pick<GameInfo, "levels">, level: string): string {
  return game.levels.includes(level) ? level : NORMAL;
}

/** What is no word of ours is an abbreviation. */
export const levelName = (level: string): string => t("bot-level", { level, name: level.toUpperCase() });
