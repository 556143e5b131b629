import { expect, test } from "vitest";
import { dayAt, differ, FARTHEST, momentOf, nextStart, offsetAt, ownZone, placeOf, shownIn, untimely, zones } from "../../src/state/placeTime";
import type { When } from "../../src/wire/nights";

const at = (text: string) => Date.parse(text) / 1000;
const HOUR = 3600;

test("an evening in Madrid stays at its time in Madrid when the clocks change", () => {
  const sunday: When = { type: "weekly", at: "20:30", zone: "Europe/Madrid", weekday: 6 };
  const before = nextStart(sunday, at("2026-10-15T00:00Z"))!;
  const after = nextStart(sunday, before)!;
  expect([before, after]).toEqual([at("2026-10-18T18:30Z"), at("2026-10-25T19:30Z")]);
  expect(after - before).toBe((7 * 24 + 1) * HOUR);
});

test.each([
  ["2027-03-28", "02:30", "Europe/Madrid", "2027-03-28T01:30Z", "03:30"], // the clocks skip it (N-02)
  ["2026-10-25", "02:30", "Europe/Madrid", "2026-10-25T00:30Z", "02:30"], // it comes twice, and the first counts
  ["2027-03-14", "02:30", "America/New_York", "2027-03-14T07:30Z", "03:30"],
  ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30Z", "01:30"],
  ["2026-10-04", "02:15", "Australia/Lord_Howe", "2026-10-03T15:45Z", "02:45"], // half an hour is skipped
  ["2026-11-20", "20:30", "Asia/Kolkata", "2026-11-20T15:00Z", "20:30"],
  ["2026-11-20", "00:00", "UTC", "2026-11-20T00:00Z", "00:00"],
])("%s %s in %s is %s", (day, time, zone, moment, shown) => {
  expect(momentOf(day, time, zone)).toBe(at(moment));
  expect(shownIn(zone, at(moment), at(moment), "en-GB").time).toBe(shown);
});

test("what is once is over after it, and what begins now comes a week later", () => {
  const once: When = { type: "once", at: "20:30", zone: "Europe/Madrid", day: "2026-11-20" };
  expect(nextStart(once, at("2026-11-20T19:29:59Z"))).toBe(at("2026-11-20T19:30Z"));
  expect(nextStart(once, at("2026-11-20T19:30Z"))).toBeNull();
  const weekly: When = { type: "weekly", at: "20:30", zone: "Europe/Madrid", weekday: 4 };
  expect(nextStart(weekly, at("2026-11-20T19:30Z"))).toBe(at("2026-11-27T19:30Z"));
});

test("a zone that this browser does not know breaks nothing, and no time is shown of it", () => {
  const moment = at("2026-11-20T20:30Z");
  expect(differ("America/New_York", "localtime", moment)).toBe(false);
  expect(nextStart({ type: "weekly", at: "20:30", zone: "Mars/Olympus", weekday: 4 }, moment - 1)).toBe(moment);
});

test("a start lies in the next two years", () => {
  const now = at("2026-11-20T12:00Z");
  expect([null, now - 1, now].map((start) => untimely(start, now))).toEqual(["past", "past", "past"]);
  expect([now + 1, now + FARTHEST].map((start) => untimely(start, now))).toEqual([null, null]);
  expect(untimely(now + FARTHEST + 1, now)).toBe("far");
  const last: When = { type: "once", at: "23:59", zone: "Pacific/Pago_Pago", day: "9999-12-31" };
  expect(untimely(nextStart(last, now), now)).toBe("far");
});

test("the day of the week is that of the place", () => {
  const monday: When = { type: "weekly", at: "00:30", zone: "Pacific/Auckland", weekday: 0 };
  expect(nextStart(monday, at("2026-11-22T11:00Z"))).toBe(at("2026-11-22T11:30Z")); // a Sunday in Greenwich
});

test("readers see their own day and clock", () => {
  const start = at("2026-11-20T23:30Z");
  expect(shownIn("Europe/Madrid", start, at("2026-11-20T12:00Z"), "en-GB")).toEqual({ day: "tomorrow", date: "Sat 21 Nov", time: "00:30" });
  expect(shownIn("America/New_York", start, at("2026-11-20T12:00Z"), "en-GB")).toEqual({ day: "today", date: "Fri 20 Nov", time: "18:30" });
  expect(shownIn("UTC", start, at("2026-11-18T12:00Z"), "en-GB").day).toBe("other");
  expect(dayAt("Asia/Tokyo", start)).toBe("2026-11-21");
});

test("the place is told of only where its clocks differ on that day", () => {
  const [winter, between] = [at("2026-11-20T20:00Z"), at("2026-10-28T20:00Z")];
  expect(differ("Europe/Madrid", "Europe/Berlin", winter)).toBe(false);
  expect(differ("Europe/Madrid", "Europe/London", winter)).toBe(true);
  const apart = (moment: number) => (offsetAt("Europe/Madrid", moment) - offsetAt("America/New_York", moment)) / HOUR;
  expect([apart(winter), apart(between)]).toEqual([6, 5]); // a week in which only one of them has changed
});

test("zones have names of places, and the reader's own is among them", () => {
  expect(placeOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  expect(placeOf("UTC")).toBe("UTC");
  expect(zones()).toEqual(expect.arrayContaining(["Europe/Madrid", "UTC", ownZone()]));
});
