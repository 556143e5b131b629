import { expect, test } from "vitest";
import { hasPage, ranked } from "../../src/views/person/results";

const player = (name: string, place: number | null, who = name) => ({ who, name, place, score: null });

test("players go from the first place to the last", () => {
  const players = [player("Ann", 3), player("Ben", 1), player("Cem", 1)];
  expect(ranked(players).map(({ name }) => name)).toEqual(["Ben", "Cem", "Ann"]);
});

test("a game that was broken off has no places, and its players stay by seat", () => {
  expect(ranked([player("Ann", null), player("Ben", null)]).map(({ name }) => name)).toEqual(["Ann", "Ben"]);
});

test("bots have no page, and neither has an account that was deleted", () => {
  expect(hasPage(player("Ann", 1), "someone")).toBe(true);
  expect(hasPage(player("Robo", 1, "bot:1"), "someone")).toBe(false);
  expect(hasPage(player("someone", 1, "p-1"), "someone")).toBe(false);
});
