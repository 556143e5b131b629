import { expect, test } from "vitest";
import { REACTION_MS, REACTIONS, stillShown, withReaction } from "../../src/state/reactions";

test("there are six of them", () => {
  expect(new Set(REACTIONS).size).toBe(6);
});

test("a reaction is seen at its sender until its time is over", () => {
  const shown = withReaction([], "ann", "laugh", 1000);
  expect(shown).toEqual([{ who: "ann", reaction: "laugh", until: 1000 + REACTION_MS }]);
  expect(stillShown(shown, 1000 + REACTION_MS - 1)).toEqual(shown);
  expect(stillShown(shown, 1000 + REACTION_MS)).toEqual([]);
});

test("the next one of the same person takes the place of the first", () => {
  const shown = withReaction(withReaction([], "ann", "laugh", 0), "ann", "heart", 500);
  expect(shown.map(({ who, reaction }) => [who, reaction])).toEqual([["ann", "heart"]]);
});

test("three faces react at most, and the oldest makes room", () => {
  const all = ["ann", "ben", "cem", "dora"].reduce<ReturnType<typeof stillShown>>((shown, who, at) => withReaction(shown, who, "wow", at), []);
  expect(all.map(({ who }) => who)).toEqual(["ben", "cem", "dora"]);
});

test("those that are over take no room", () => {
  const early = withReaction(withReaction([], "ann", "wow", 0), "ben", "wow", 0);
  expect(withReaction(early, "cem", "cry", REACTION_MS).map(({ who }) => who)).toEqual(["cem"]);
});
