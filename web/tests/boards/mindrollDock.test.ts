import type { MindrollBoard, MindrollMove } from "#protocol";
import { describe, expect, test } from "vitest";
import messages from "#messages/en/mindroll.ftl?raw";
import type { View } from "../../src/boardkit/contract";
import { lapseOf, orderOf, toldOf, waitsFor } from "../../src/boards/mindroll/dockWords";
import type { Reveal } from "../../src/boards/mindroll/round";
import { bundle, Narrator } from "../../src/words/narrator";

const NAMES = ["Ann", "Fox", "Otter", "Wren"];
const BOARD: MindrollBoard = {
  scores: [0, 0, 0, 0],
  left: [],
  played: 2,
  last: null,
  phase: { type: "answering", starter: 0, call: 15, caller: 0, turn: 1, calls: [{ seat: 0, total: 15 }] },
  change: [0, 0, 0, 0],
  least: 13,
  most: 24,
};

function view(me: number | null, changed: Partial<View<"mindroll">> = {}): View<"mindroll"> {
  return {
    board: BOARD,
    rules: { turn_order: "seat" },
    players: NAMES.map((name, seat) => ({ seat, name, isMe: seat === me })),
    me,
    secret: null,
    cue: null,
    events: [],
    words: new Narrator("mindroll", { messages, kinds: {} }, bundle("en", "")),
    ...changed,
  } as unknown as View<"mindroll">;
}

describe("The dock of MindRoll, while I wait", () => {
  test("says whose answer or first call it is", () => {
    expect(waitsFor(view(2))).toBe("Fox answers 15");
    expect(waitsFor(view(2, { board: { ...BOARD, phase: { type: "opening", starter: 3 } } }))).toBe("Wren’s first call");
    expect(waitsFor(view(1))).toBeUndefined();
  });

  test("says how far my turn is where seats answer in order", () => {
    expect(orderOf(view(2))).toBe("You’re next.");
    expect(orderOf(view(3))).toBe("Then Otter, then you.");
    expect(orderOf(view(0))).toBe("2 others answer before you.");
    expect(orderOf(view(null))).toBeUndefined();
  });

  test("says that nobody knows where the lot decides, unless only two are left", () => {
    const rules = { turn_order: "random" } as View<"mindroll">["rules"];
    expect(orderOf(view(3, { rules }))).toBe("Who answers next is drawn at random.");
    expect(orderOf(view(0, { rules, board: { ...BOARD, left: [2, 3] } }))).toBe("You’re next.");
  });
});

test("When my time runs out, the first of my moves is made, or I am out", () => {
  const reveal: readonly MindrollMove[] = [{ type: "reveal" }, { type: "call", total: 16 }];
  expect(lapseOf(view(1), reveal, "play")).toBe("If time runs out, you reveal.");
  expect(lapseOf(view(1), [{ type: "call", total: 13 }], "play")).toBe("If time runs out, you call 13.");
  expect(lapseOf(view(1), reveal, "kick")).toBe("If time runs out, you’re out of the game.");
  expect(lapseOf(view(1), reveal, "wait")).toBe("");
});

describe("The dock of MindRoll, while something is told", () => {
  const verdict = { type: "verdict", winner: 1, loser: 0, reason: "sum", call: 15, total: 9, too_high: true } as const;
  const reveal: Reveal = { revealer: 1, caller: 0, call: 15, dice: [], verdict };
  const at = (me: number | null, name: string) => toldOf(view(me, { cue: { name, ms: 1 } }), reveal);

  test("says who reveals against whom, from where I sit", () => {
    expect(at(1, "turn")).toEqual({ title: "You reveal!", more: "Against Ann’s 15." });
    expect(at(0, "breath")).toEqual({ title: "Fox reveals!", more: "Against your 15." });
    expect(at(null, "verdict")).toEqual({ title: "Fox reveals!", more: "Against Ann’s 15." });
  });

  test("says what it cost only when scores move", () => {
    expect(at(1, "cost")?.more).toBe("You gain a point, Ann loses one.");
    expect(at(0, "cost")?.more).toBe("You lose a point, Fox gains one.");
    expect(at(2, "cost")?.more).toBe("Fox gains a point, Ann loses one.");
  });

  test("names my new die with the new round", () => {
    const dealt = view(0, { cue: { name: "round", ms: 1 }, secret: { number: 2, colour: "yellow" } });
    expect(toldOf(dealt, null)).toEqual({ title: "Round 3", more: "Your new die: yellow 2" });
    expect(toldOf({ ...dealt, secret: null }, null)?.more).toBe("");
  });

  test("leaves the end of the match to its own title", () => {
    expect(at(1, "won")).toBeUndefined();
  });
});
