import { expect, test } from "vitest";
import { scored } from "../../src/wire/predictors";

test("a score has two places and its sign, and one that rounds to nothing has none", () => {
  expect([0.4, -0.3, 0.5625, 0, -0.001].map((score) => scored(score, "en"))).toEqual(["+0.40", "-0.30", "+0.56", "0.00", "0.00"]);
});
