/** Times of a place: its clocks, and what they show to readers elsewhere. Moments are seconds since 1970. Pure. */

import type { When } from "../wire/nights";

const DAY = 24 * 60 * 60;
/** Seconds from now to the latest start that the hall takes. */
export const FARTHEST = 2 * 366 * DAY;

/** Why nothing can start at this moment; null where it can. */
export function untimely(start: number | null, now: number): "past" | "far" | null {
  if (start === null || start <= now) return "past";
  return start > now + FARTHEST ? "far" : null;
}

/** Browsers know other zones than the hall, and to ask for one that they do not know is an error. */
function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** Year, month, day, hour, minute and second that clocks in a zone show. */
function clocksIn(zone: string, moment: number): number {
  const shown = new Intl.DateTimeFormat("en-GB", {
    timeZone: isKnown(zone) ? zone : "UTC", hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
  }).formatToParts(moment * 1000);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((each) => each.type === type)!.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) / 1000;
}

/** Seconds by which the clocks of a zone are ahead of UTC. */
export function offsetAt(zone: string, moment: number): number {
  const whole = Math.floor(moment);
  return clocksIn(zone, whole) - whole;
}

/** The day that it is there, as 2026-11-20. */
export function dayAt(zone: string, moment: number): string {
  return new Date(clocksIn(zone, moment) * 1000).toISOString().slice(0, 10);
}

/** When clocks there show this time: the first of two, and as much later as they skip (N-02). */
export function momentOf(day: string, at: string, zone: string): number {
  const shown = Date.parse(`${day}T${at}:00Z`) / 1000;
  const [before, after] = [offsetAt(zone, shown - DAY), offsetAt(zone, shown + DAY)];
  const fitting = [before, after].filter((offset) => offsetAt(zone, shown - offset) === offset);
  return shown - (fitting.length > 0 ? Math.max(...fitting) : before);
}

/** When it begins next; null where it is over. */
export function nextStart(when: When, now: number): number | null {
  if (when.type === "once") {
    const start = momentOf(when.day, when.at, when.zone);
    return start > now ? start : null;
  }
  const today = Date.parse(`${dayAt(when.zone, now)}T00:00:00Z`) / 1000;
  const weekday = (new Date(today * 1000).getUTCDay() + 6) % 7;
  const first = today + ((when.weekday - weekday + 7) % 7) * DAY;
  const starts = [first, first + 7 * DAY].map((day) => momentOf(new Date(day * 1000).toISOString().slice(0, 10), when.at, when.zone));
  return starts.find((start) => start > now) ?? null;
}

/** "Madrid", out of "Europe/Madrid". */
export function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

export interface Shown {
  readonly day: "today" | "tomorrow" | "other";
  /** "Fri 20 Nov". */
  readonly date: string;
  /** "20:30". */
  readonly time: string;
}

/** A moment as clocks in a zone show it. */
export function shownIn(zone: string, moment: number, now: number, locale: string): Shown {
  const at = new Date(moment * 1000);
  const day = dayAt(zone, moment);
  const date = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: "short", day: "numeric", month: "short" }).format(at);
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
  const tomorrow = new Date((Date.parse(dayAt(zone, now)) + DAY * 1000)).toISOString().slice(0, 10);
  return { day: day === dayAt(zone, now) ? "today" : day === tomorrow ? "tomorrow" : "other", date, time };
}

/** Whether readers in one zone see other clocks than people in the other then. */
export function differ(one: string, other: string, moment: number): boolean {
  return isKnown(other) && offsetAt(one, moment) !== offsetAt(other, moment);
}

/** The zone of this reader. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** All zones that this browser knows, with the reader's own among them. */
export function zones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ownZone()])].sort();
}
