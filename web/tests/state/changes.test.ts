import { expect, test } from "vitest";
import { applyChanges } from "../../src/state/changes";

test("fields that are not mentioned stay", () => {
  expect(applyChanges({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 5 } })).toEqual({ a: 1, b: { c: 5, d: 3 } });
});

test("a list replaces", () => {
  expect(applyChanges({ a: [1, 2, 3] }, { a: [4] })).toEqual({ a: [4] });
});

test("a list gets more", () => {
  const old = { calls: [{ total: 1 }] };
  expect(applyChanges(old, { calls: { more: [{ total: 2 }] } })).toEqual({ calls: [{ total: 1 }, { total: 2 }] });
  expect(old).toEqual({ calls: [{ total: 1 }] });
});

test("an object with a type replaces, one without is laid over", () => {
  const old = { waiting: { type: "ask", due: [[0, 5, 1]] } };
  expect(applyChanges(old, { waiting: { type: "over", places: [1] } })).toEqual({ waiting: { type: "over", places: [1] } });
  expect(applyChanges(old, { waiting: { due: [[1, 9, 2]] } })).toEqual({ waiting: { type: "ask", due: [[1, 9, 2]] } });
});

test("null replaces, and is replaced", () => {
  expect(applyChanges({ a: { b: 1 } }, { a: null })).toEqual({ a: null });
  expect(applyChanges({ a: null as unknown }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
});

test("what was there is not changed in place", () => {
  const old = { a: { b: 1 } };
  applyChanges(old, { a: { b: 2 } });
  expect(old).toEqual({ a: { b: 1 } });
});
