/** Where a tournament stands, in words. */

import type { TournamentPublicView } from "#protocol";
import { t } from "../../words/words.svelte";

/** "round 4 of 5"; nothing before the start. */
export function standsWords(shown: TournamentPublicView): readonly string[] {
  if (shown.phase === "cancelled") return [t(`cup-why-${shown.why ?? "host"}`)];
  if (shown.phase === "done") return [t("cup-is-over")];
  const paused = shown.paused ? [t("cups-paused")] : [];
  const last = shown.rounds.at(-1);
  if (last === undefined || last.stage === "arena") return paused;
  const { format } = shown.setting;
  const of = format.type === "swiss" ? format.rounds : format.type === "series" ? format.games : undefined;
  if (last.stage === "knock_out") {
    const number = shown.rounds.filter(({ stage }) => stage === "knock_out").length;
    const final = last.tables.length === 1 && last.byes.length === 0;
    return [t(final ? "cup-in-final" : "cup-in-knock-out", { number }), ...paused];
  }
  return [t("cup-in-round", { number: last.number, of: of ?? 0 }), ...paused];
}
