import { expect, test } from "vitest";
import { seatsToSave } from "../../src/store/savedSeats";

test("a table of which nothing was heard yet is kept", () => {
  expect(seatsToSave(["kiro", "mabe"], [], [])).toEqual(["kiro", "mabe"]);
  expect(seatsToSave(["kiro", "mabe"], ["mabe"], [])).toEqual(["kiro", "mabe"]);
});

test("a table where I do not sit any more is dropped, and one where I sit now is added", () => {
  expect(seatsToSave(["kiro", "mabe"], ["sunu"], ["kiro"])).toEqual(["mabe", "sunu"]);
});

test("what was refused once does not count where I sit", () => {
  expect(seatsToSave(["kiro"], ["kiro"], ["kiro"])).toEqual(["kiro"]);
});
