import { expect, test } from "vitest";
import { withKey } from "../../src/store/keys";

test("the key of a table is kept once, the newest last", () => {
  expect(Object.entries(withKey({ kiro: "old", bado: "b" }, "kiro", "new"))).toEqual([["bado", "b"], ["kiro", "new"]]);
});

test("the oldest keys are forgotten", () => {
  let keys: Readonly<Record<string, string>> = {};
  for (let table = 0; table < 40; table++) keys = withKey(keys, `t${String.fromCharCode(97 + table)}`, "k");
  expect(Object.keys(keys)).toHaveLength(30);
  expect(keys.ta).toBeUndefined();
});
