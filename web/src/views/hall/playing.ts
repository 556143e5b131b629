/** What Play now looks for, in words. */

import { preferences } from "../../look/preferences.svelte";
import { t } from "../../words/words.svelte";

export function playMeans(): string {
  const { playTwo, playPeople } = preferences;
  const kind = playTwo ? (playPeople ? "two-people" : "two") : playPeople ? "people" : "many";
  return `${t("hall-play-now-means", { kind })} ${t("hall-play-clock")}`;
}
