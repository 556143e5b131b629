/** What can be heard on a theme night: whatever its host wishes. Pure. */

import type { Night } from "#protocol";
import type { SoundName } from "./waves";

const DICE: readonly SoundName[] = ["roll", "land"];

export function isHeard(sound: SoundName, sounds: Night["sounds"]): boolean {
  return sounds === "all" || (sounds === "dice" && DICE.includes(sound));
}
