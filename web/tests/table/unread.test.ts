import { expect, test } from "vitest";
import type { Said } from "../../src/state/fold";
import { seenAll, unreadIn } from "../../src/table/unread";

const lines = (from: number, to: number, channel: Said["channel"] = "all"): readonly Said[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ number: from + at, who: "ann", name: "Ann", text: "hello", channel }));

test("what has been seen is not unread, and what comes after it is", () => {
  const seen = seenAll(lines(1, 3));
  expect(unreadIn(lines(1, 3), seen)).toBe(0);
  expect(unreadIn(lines(1, 5), seen)).toBe(2);
});

test("that fewer lines are told again after a break changes nothing", () => {
  const seen = seenAll(lines(1, 60));
  expect(unreadIn(lines(11, 60), seen)).toBe(0);
  expect(unreadIn(lines(11, 61), seen)).toBe(1);
});

test("each channel counts its own lines", () => {
  const seen = seenAll([...lines(1, 9), ...lines(1, 2, "spectators")]);
  expect(unreadIn([...lines(1, 9), ...lines(1, 3, "spectators")], seen)).toBe(1);
});

test("a reader who does not hear the spectators for a while has still read what they said before", () => {
  const seen = seenAll(lines(1, 2), seenAll(lines(1, 4, "spectators")));
  expect(unreadIn([...lines(1, 2), ...lines(1, 4, "spectators")], seen)).toBe(0);
});
