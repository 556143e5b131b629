/** Where someone is, in a few words; nothing where that is not for you to know. */

import type { Standing } from "../../wire/ties";
import { t } from "../../words/words.svelte";
import "../../words/people";

export function whereabouts({ here, table }: Pick<Standing, "here" | "table">): string {
  if (table !== null) return t("people-at-table", { code: table.toUpperCase() });
  if (here === null) return "";
  return t(here ? "people-here" : "people-away");
}
