import { expect, test } from "vitest";
import { marks } from "../src/table/view";

test("a mark is the first letter where that is enough", () => {
  expect(marks(["Fox", "Otter", "Wren"])).toEqual(["F", "O", "W"]);
});

test("names that begin alike get a second letter, and names that are alike a number", () => {
  expect(marks(["Ann", "Abe", "Ann"])).toEqual(["A", "AB", "AN"]);
  expect(marks(["A", "A", "A"])).toEqual(["A", "A1", "A2"]);
});

test("no two people have the same mark, whatever they are called", () => {
  const names = ["!!", "Ann", "ANN", "ann", "Änne", "李", "李", "2", "💀💀", "  x"];
  expect(new Set(marks(names)).size).toBe(names.length);
});
