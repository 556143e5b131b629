import { LOCALE } from "../../words/words.svelte";

const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });

/** Of seconds since 1970. */
export function day(seconds: number): string {
  return days.format(seconds * 1000);
}
