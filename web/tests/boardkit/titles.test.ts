import { expect, test } from "vitest";
import { withoutTitle } from "../../src/boardkit/titles";

test("what the title says is not said again below it", () => {
  expect(withoutTitle("🔄 PLOT TWIST! Ann had picked it.", "PLOT TWIST!")).toBe("Ann had picked it.");
  expect(withoutTitle("✨ ULTIMATE VICTORY! Ann is the Ultimate Survivor! ✨", "ULTIMATE VICTORY!")).toBe(
    "Ann is the Ultimate Survivor!",
  );
});

test("a sentence that is nothing but its title leaves nothing", () => {
  expect(withoutTitle("⚡ THE KILLING GAME BEGINS! ⚡", "THE KILLING GAME BEGINS!")).toBe("");
});

test("signs that tell something stay, and so do names that are signs", () => {
  expect(withoutTitle("🩸 DIRECT HIT! Ann loses a life ❤️ → 💔", "DIRECT HIT!")).toBe("Ann loses a life ❤️ → 💔");
  expect(withoutTitle("🩸 DIRECT HIT! 💀 Bob loses 1 life", "DIRECT HIT!")).toBe("💀 Bob loses 1 life");
});

test("a sentence in its own words stays whole", () => {
  expect(withoutTitle("Ann told the truth.", "NO BLUFF!")).toBe("Ann told the truth.");
  expect(withoutTitle("Ann shouts NO BLUFF! at Ben.", "NO BLUFF!")).toBe("Ann shouts NO BLUFF! at Ben.");
});
