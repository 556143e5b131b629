import { expect, test } from "vitest";
import { nextLook, toTell } from "../../src/state/reminders";
import type { KeptTheme, Programme, Tonight } from "../../src/wire/nights";

const NOW = 1_000_000;
const evening = (key: string, start: number) => ({ key, start }) as Tonight;
const coming = (key: string, next: number | null, tournament: object | null = null) => ({ key, next, theme: { tournament } }) as unknown as KeptTheme;
const programme = (tonight: readonly Tonight[], nights: readonly KeptTheme[] = []): Programme => ({ now: NOW, tonight, nights, called_off: [] });

test("readers are told of what has begun, if they wanted it, and once", () => {
  const on = programme([evening("frost", NOW - 5), evening("other", NOW - 5)]);
  expect(toTell(on, ["frost"], {}).map(({ key }) => key)).toEqual(["frost"]);
  expect(toTell(on, ["frost"], { frost: NOW - 5 })).toEqual([]);
  expect(toTell(on, ["frost"], { frost: NOW - 7 * 86_400 })).toHaveLength(1); // last week's is another one
  expect(toTell(on, [], {})).toEqual([]);
});

test("what began long ago is no news, and a tournament is told of when it can be entered", () => {
  expect(toTell(programme([evening("frost", NOW - 31 * 60)]), ["frost"], {})).toEqual([]);
  expect(toTell(programme([evening("cup", NOW + 30 * 60)]), ["cup"], {})).toHaveLength(1);
});

test("the hall is asked again when the next of them opens, and now and then before", () => {
  expect(nextLook(programme([], [coming("frost", NOW + 90)]), ["frost"])).toBe(91);
  expect(nextLook(programme([], [coming("cup", NOW + 31 * 60, { type: "series" })]), ["cup"])).toBe(61);
  expect(nextLook(programme([], [coming("frost", NOW + 90)]), ["other"])).toBe(600);
  expect(nextLook(programme([], [coming("frost", NOW + 86_400)]), ["frost"])).toBe(600);
  expect(nextLook(programme([], [coming("frost", NOW - 2)]), ["frost"])).toBe(5); // it should have begun
  expect(nextLook(programme([]), [])).toBeNull();
});
