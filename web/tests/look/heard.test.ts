import { expect, test } from "vitest";
import type { SoundName } from "../../src/look/waves";
import { isHeard } from "../../src/look/heard";

const ALL: readonly SoundName[] = ["roll", "land", "reveal", "hit", "win", "loss", "turn", "tick"];

test("the host of a theme night chooses what is heard: all, only the dice, or nothing", () => {
  expect(ALL.filter((sound) => isHeard(sound, "all"))).toEqual(ALL);
  expect(ALL.filter((sound) => isHeard(sound, "dice"))).toEqual(["roll", "land"]);
  expect(ALL.filter((sound) => isHeard(sound, "none"))).toEqual([]);
});
