import { expect, test } from "vitest";
import { fateOf, nextFor, scoreAt } from "../../src/table/fixture/next";
import { round, shown, table } from "../state/cups";

const IN = { ann: "in", ben: "in" } as const;
const ended = table("t1", "ended", ["ann", "ben"]);

test("after a game your next table comes first, then what happens by itself, then the others", () => {
  const next = (more: Parameters<typeof shown>[1]) => nextFor(shown(IN, more), "ann", "t1");
  const soon = table("t2", "soon", ["ann", "ben"]);
  const open = table("t2", "waiting", ["ann", "ben"]);
  expect(next({ rounds: [round(1, [ended]), round(2, [soon])] })).toEqual({ type: "mine", table: soon, opens: 200 });
  expect(next({ rounds: [round(1, [ended]), round(2, [open])] })).toEqual({ type: "mine", table: open, opens: null });
  expect(next({ rounds: [round(1, [ended])], next: { what: "pairing", at: 7 } })).toEqual({ type: "round", what: "pairing", at: 7 });
  const plays = [table("a", "playing", ["x"]), table("b", "waiting", ["y"])];
  expect(next({ rounds: [round(1, [ended, ...plays])] })).toEqual({ type: "others", tables: 2 });
  expect(next({ rounds: [round(1, [ended])], paused: true })).toEqual({ type: "paused" });
  expect(next({ rounds: [round(1, [ended])], phase: "done" })).toEqual({ type: "over" });
});

test("the table where you are is not the next one", () => {
  const here = table("t1", "playing", ["ann", "ben"]);
  expect(nextFor(shown(IN, { rounds: [round(1, [here])] }), "ann", "t1")).toEqual({ type: "others", tables: 1 });
});

test("after a round that cuts you go on or are out, until the next round is drawn", () => {
  const cut = round(1, [ended], { through: ["ann"], ended: true });
  const after = shown(IN, { rounds: [cut] });
  expect(fateOf(after, "ann")).toBe("on");
  expect(fateOf(after, "ben")).toBe("out");
  expect(fateOf(after, "cleo")).toBe("none");
  const later = shown(IN, { rounds: [cut, round(2, [table("t2", "soon", ["ann"])])] });
  expect(fateOf(later, "ann")).toBe("none");
  expect(fateOf(later, "ben")).toBe("out");
  expect(fateOf(shown({ ...IN, ann: "away" }, { rounds: [round(1, [ended])] }), "ann")).toBe("away");
  expect(fateOf(shown(IN, { rounds: [cut], phase: "done" }), "ben")).toBe("none");
});

test("a place is worth something once it may be known", () => {
  const score = { round: 1, points: 0.667, place: 2, of: 4, table: "t1", double: false };
  const standing = { who: "ann", rank: 1, points: 0.667, opponents: 0, wins: 0, scores: [score], ties: [] };
  expect(scoreAt(shown(IN, { standings: [standing] }), "ann", "t1")).toBe(score);
  expect(scoreAt(shown(IN, { standings: [standing] }), "ann", "t2")).toBeUndefined();
  expect(scoreAt(shown(IN), "ann", "t1")).toBeUndefined();
});
