import type { UpdateMessage } from "#protocol";
import { expect, test } from "vitest";
import type { AnyEvent } from "../../src/state/fold";
import { stages } from "../../src/state/beats";

const PICKED = { type: "picked", seat: 0, number: 3 } as const;
const THREW = { type: "threw", seat: 1, number: 3 } as const;
const HIT = { type: "locked" } as const;
const UPDATE: UpdateMessage = {
  type: "update",
  table: "kiro",
  version: 8,
  events: [PICKED, THREW, HIT] as readonly AnyEvent[],
  changes: { locked: true },
  people: { ann: "Ann" },
  won: { ann: 1 },
  mine: [],
};
const ENDED = { type: "game_ended" } as unknown as AnyEvent;
const thrown = (event: AnyEvent) => event.type === "threw";
const shouted = (event: AnyEvent) => event.type === "locked";
const never = () => false;
const parts = (...events: readonly AnyEvent[]) => stages({ ...UPDATE, events }, thrown, shouted);

test("the dice lie before anybody sees what comes of them", () => {
  const [first, last, ...more] = stages(UPDATE, thrown, never);
  expect(more).toEqual([]);
  expect(first).toEqual({
    type: "update", table: "kiro", version: 7.5, events: [PICKED, THREW], people: { ann: "Ann" },
    changes: { waiting: { type: "ask", due: [] } },
  });
  expect(last).toEqual({ ...UPDATE, events: [HIT] });
});

test("what is shouted stands alone", () => {
  expect(parts(PICKED, HIT, PICKED, PICKED).map((part) => part.events)).toEqual([[PICKED], [HIT], [PICKED, PICKED]]);
  expect(parts(THREW, HIT, HIT).map((part) => part.events)).toEqual([[THREW], [HIT], [HIT]]);
});

test("nobody waits to see that a game is over", () => {
  expect(parts(PICKED, HIT, ENDED).map((part) => part.events)).toEqual([[PICKED], [HIT, ENDED]]);
  expect(parts(THREW, ENDED)).toHaveLength(1);
  expect(parts(ENDED)).toHaveLength(1);
});

test("what needs no moment of its own comes as it is", () => {
  expect(stages(UPDATE, never, never)).toEqual([UPDATE]);
  expect(parts()).toEqual([{ ...UPDATE, events: [] }]);
  expect(parts(PICKED, THREW)).toHaveLength(1);
});

test("a game that begins is shown at once", () => {
  const begun = [{ type: "game_started" } as unknown as AnyEvent, HIT, PICKED];
  expect(parts(...begun)).toEqual([{ ...UPDATE, events: begun }]);
});

test("versions rise to that of the whole", () => {
  const versions = parts(THREW, THREW, HIT).map((each) => each.version);
  expect(versions).toEqual([...versions].sort((one, other) => one - other));
  expect([versions.length, versions[0]! > 7, versions.at(-1)]).toEqual([3, true, 8]);
});
