import { expect, test } from "vitest";
import { verdictOn } from "../../src/views/dice/report";

const size = (evenness: number, repeats: number) => ({
  faces: { expected: 10, chi_square: 1, degrees: 5, p: evenness },
  repeats: { expected: 10, p: repeats },
});

test.each([
  ["usual", size(0.5, 0.4)],
  ["rare", size(0.04, 0.4)],
  ["rare", size(0.4, 0.002)],
  ["odd", size(0.0005, 0.4)],
  ["odd", size(0.4, 0.0005)],
  ["even", size(0.9995, 0.4)],
  ["few", { faces: null, repeats: null }],
])("dice are %s", (verdict, figures) => {
  expect(verdictOn(figures)).toBe(verdict);
});
