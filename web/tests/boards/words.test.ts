import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";
import stlucia from "#messages/en/stlucia.ftl?raw";
import threeDice from "#messages/en/three_dice.ftl?raw";

const sources = import.meta.glob<string>("../../src/boards/{three_dice,stlucia}/*.{svelte,ts}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Keys that the table itself asks for. */
const ELSEWHERE = ["board-score"];

test.each([
  ["three_dice", threeDice],
  ["stlucia", stlucia],
])("the board of %s asks for the words that there are, and for all of them", (game, messages) => {
  const there = new FluentResource(messages).body.map(({ id }) => id).filter((key) => /^board-(?!option-)/.test(key));
  const own = Object.entries(sources).filter(([path]) => path.includes(`/${game}/`));
  const asked = own.flatMap(([, source]) => [...source.matchAll(/"(board-[a-z-]+)"/g)].map(([, key]) => key!));
  expect([...new Set(asked)].filter((key) => !there.includes(key))).toEqual([]);
  expect(there.filter((key) => !asked.includes(key) && !ELSEWHERE.includes(key))).toEqual([]);
});
