import { expect, test } from "vitest";
import { stillKept } from "../../src/store/seatsToSave";

test("a table of which nothing was heard yet is kept", () => {
  expect(stillKept(["kiro", "mabe"], [], [])).toEqual(["kiro", "mabe"]);
  expect(stillKept(["kiro", "mabe"], ["mabe"], [])).toEqual(["kiro", "mabe"]);
});

test("a table where I do not sit any more is dropped, and one where I sit now is added", () => {
  expect(stillKept(["kiro", "mabe"], ["sunu"], ["kiro"])).toEqual(["mabe", "sunu"]);
});

test("what was refused once does not count where I sit", () => {
  expect(stillKept(["kiro"], ["kiro"], ["kiro"])).toEqual(["kiro"]);
});
