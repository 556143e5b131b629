/** Become a guest in one small step; and a suggestion for a name. */

import { Problem } from "../wire/api";
import { Refused } from "../wire/socket";
import { t } from "../words/words.svelte";
import { hall } from "./hall.svelte";

export const SHORTEST_NAME = 2;
export const LONGEST_NAME = 20;

/** A pleasant name out of the catalogue's words: "Amber Otter". */
export function suggestedName(random: () => number = Math.random): string {
  const one = (key: string) => {
    const words = t(key).split(/\s+/);
    return words[Math.floor(random() * words.length)]!;
  };
  return t("hall-name", { first: one("hall-name-first"), second: one("hall-name-second") });
}

/** Come in with this name; what is wrong with it, or an empty string. */
export async function becomeGuest(name: string): Promise<string> {
  try {
    await hall.becomeGuest(name.trim());
    return "";
  } catch (why) {
    return refusalText(why);
  }
}

/** What to tell people of something that was not done. */
export function refusalText(why: unknown): string {
  if (why instanceof Refused) return why.reason === "lost" ? t("hall-lost") : why.message;
  if (why instanceof Problem) return why.status === 0 ? t("hall-silent") : why.message;
  throw why;
}
