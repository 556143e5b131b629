/** Import this where tournaments are shown. */

import type { TournamentSetting } from "#protocol";
import messages from "#messages/en/page-tournaments.ftl?raw";
import { learn, LOCALE, t } from "./words.svelte";

learn(messages);

/** "5 Swiss rounds, then a knock-out of the best 8". */
export function formatWords(format: TournamentSetting["format"]): string {
  switch (format.type) {
    case "swiss":
      return t(format.last ? "cup-swiss-last" : "cup-swiss", { rounds: format.rounds ?? 0, last: format.last ?? 0 });
    case "knock_out":
      return t("cup-knock-out", { advance: format.advance ?? 0 });
    case "arena":
      return t("cup-arena", { minutes: format.minutes ?? 0 });
    case "series":
      return t("cup-series", { games: format.games ?? 0 });
  }
}

export function tablesWords({ least, seats }: Pick<TournamentSetting, "least" | "seats">): string {
  return least < seats ? t("cup-tables-range", { least, seats }) : t("cup-tables", { seats });
}

const times = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat(LOCALE, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** "at 20:30" today, and with its day otherwise; of seconds since 1970. */
export function whenWords(seconds: number, now = new Date()): string {
  const then = new Date(seconds * 1000);
  const today = then.toDateString() === now.toDateString();
  return today ? t("cups-at", { time: times.format(then) }) : days.format(then);
}

/** "9 min"; the last two minutes in seconds. */
export function soonWords(seconds: number): string {
  if (seconds <= 120) return t("cup-seconds", { seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return t("cup-minutes", { minutes });
  return t("cup-hours", { hours: Math.round(minutes / 60) });
}

/** What decides when others are level, in order: the first is what the standings are about. */
export function tiesWords([, ...ties]: readonly string[]): string {
  const words = ties.map((name) => t(`cup-tie-${name}`));
  return t("cup-ties", { ties: words.join(t("cup-then")) });
}
