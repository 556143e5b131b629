/** The characters of bots, as the hall has them. */

import { getAtLast } from "../wire/api";
import { levelAt, levelName, NORMAL } from "./levels";
import type { GameInfo } from "../games/catalog.svelte";
import { t } from "./words.svelte";
import "./bots";

interface Character {
  readonly name: string;
  readonly temper: string;
}

let characters = $state.raw<readonly Character[]>([]);
let asked = false;

/** Undefined until the hall has answered. */
function temperOf(name: string): string | undefined {
  if (!asked) {
    asked = true;
    void getAtLast<readonly Character[]>("/api/characters").then((told) => (characters = told));
  }
  return characters.find((each) => each.name === name)?.temper;
}

/** How a bot plays: its level, where the game has levels, and its temper. */
export function described(game: GameInfo | undefined, name: string, level: string | null): string {
  const kind = game === undefined || game.levels.length === 0 ? t("bot") : levelName(levelAt(game, level ?? NORMAL));
  const temper = temperOf(name);
  return temper === undefined ? kind : t("bot-character", { kind, temper });
}
