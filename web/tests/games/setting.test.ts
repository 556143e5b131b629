import { expect, test } from "vitest";
import type { GameInfo } from "../../src/games/catalog.svelte";
import { changedBy } from "../../src/games/setting";

const GAME = { options: [{ name: "games_won", default: [], values: [] }, { name: "rounds", default: 3, values: [3, 5] }] } as unknown as GameInfo;

test("a variation changes only what is otherwise than usual, also where an option is a list", () => {
  expect(changedBy({ title: "Standard", options: { games_won: [], rounds: 3 }, clock: null }, GAME)).toEqual([]);
  expect(changedBy({ title: "Long", options: { games_won: [], rounds: 5 }, clock: null }, GAME)).toEqual(["rounds"]);
});
