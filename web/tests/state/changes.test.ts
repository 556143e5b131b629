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

test("rows move, change where they are now, and others follow", () => {
  const old = [{ who: "a", points: 1 }, { who: "b", points: 0 }, { who: "c", points: 0 }];
  const changes = { from: [[1, 2], { who: "new", points: 3 }, [0, 1]], at: { 1: { points: 2 } }, more: [{ who: "last", points: 0 }] };
  const rows = applyChanges(old, changes);
  expect(rows.map(({ who, points }) => `${who} ${points}`)).toEqual(["b 0", "c 2", "new 3", "a 1", "last 0"]);
  expect(rows[0]).toBe(old[1]);
  expect(old[2]).toEqual({ who: "c", points: 0 });
});

test("rows that are not named are gone", () => {
  expect(applyChanges([{ a: 1 }, { a: 2 }, { a: 3 }], { from: [[0, 1], [2, 1]] })).toEqual([{ a: 1 }, { a: 3 }]);
});

test("without a word about which rows stay, all do", () => {
  expect(applyChanges([{ a: 1 }, { a: 2 }], { at: { 1: { a: 5 } } })).toEqual([{ a: 1 }, { a: 5 }]);
});
