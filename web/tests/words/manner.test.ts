import { expect, test } from "vitest";
import threeDice from "#messages/en/three_dice.ftl?raw";
import type { AnyEvent } from "../../src/state/fold";
import { bundle, Narrator, type Names } from "../../src/words/narrator";

const NAMES: Names = { seat: (seat) => ["Ann", "Ben"][seat]!, who: (who) => who, title: (game) => game };
const words = { messages: threeDice, kinds: { "three_dice-drank": { seat: "seat" }, "move-award": { to: "seat" } } } as const;

let manner = "sips";
const narrator = new Narrator("three_dice", words, bundle("en", ""), "en", () => manner);
const drank = { type: "drank", seat: 1, sips: 3, total: 7 } as AnyEvent;

test("sips are points where someone likes it so, in sentences, on buttons and on the board", () => {
  manner = "sips";
  expect(narrator.tell(drank, NAMES)).toBe("Ben takes 3 sips (7 in all).");
  manner = "points";
  expect(narrator.tell(drank, NAMES)).toBe("Ben takes 3 penalty points (7 in all).");
  expect(narrator.offer({ type: "award", to: 0, sips: 1 }, NAMES)).toBe("Give one penalty point to Ann");
  expect(narrator.text("board-pot", { pot: 2 })).toBe("penalty points in the pot");
});

test("what does not speak of sips is said as always", () => {
  manner = "points";
  expect(narrator.text("board-stay", { roll: "plain", points: 69 })).toBe("Stay on 69");
});

test("anyone who counts points never reads of sips or drinks", () => {
  const messages = threeDice.split(/\n(?=[a-z#])/).filter((message) => /\b(sips?|drinks?)\b/i.test(message.replace(/\$sips|\[[^\]]*\]/g, "")));
  const silent = messages.filter((message) => !message.startsWith("#") && !message.includes("\n    .points ="));
  expect(silent).toEqual([]);
});

test("a title may depend on what was thrown, and be none", () => {
  const threw = { type: "threw", seat: 0, dice: [4, 4, 4], points: 12 };
  expect(narrator.title({ ...threw, roll: "triple" } as AnyEvent)).toBe("THREE OF A KIND!");
  expect(narrator.title({ ...threw, roll: "plain" } as AnyEvent)).toBeNull();
});
