import { expect, test } from "vitest";
import { step } from "../../src/boardkit/inSteps.svelte";

const isSame = (one: number, other: number) => one === other;

test("a long list comes a few at a time, and in the end is what it should be", () => {
  const wanted = [1, 2, 3, 4, 5];
  const first = step<number>([], wanted, isSame, 2);
  expect(first).toEqual([1, 2, undefined, undefined, undefined]);
  const second = step(first, wanted, isSame, 2);
  expect(second).toEqual([1, 2, 3, 4, undefined]);
  expect(step(second, wanted, isSame, 2)).toEqual(wanted);
});

test("what changes meanwhile is not held up by what stays as it is", () => {
  expect(step([1, 2, 3, 4, 5], [1, 2, 3, 4, 6], isSame, 1)).toEqual([1, 2, 3, 4, 6]);
});

test("a list in which nothing changes stays the same object", () => {
  const shown = [{ value: 1 }, { value: 2 }];
  expect(step(shown, [{ value: 1 }, { value: 2 }], (one, other) => one.value === other.value)).toBe(shown);
});

test("a list that gets shorter or longer is another one", () => {
  expect(step([1, 2, 3], [1, 2], isSame)).toEqual([1, 2]);
  expect(step([1, 2], [1, 2, 3], isSame)).toEqual([1, 2, 3]);
});
