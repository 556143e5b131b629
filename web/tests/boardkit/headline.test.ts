import { expect, test } from "vitest";
import { lastOf, sentenceOf, titleOf, together } from "../../src/boardkit/headline";
import type { AnyEvent } from "../../src/state/fold";
import { bundle, type Names, Narrator } from "../../src/words/narrator";

const MESSAGES = `
toy-picked = { $seat } picks.
toy-hit = HIT! { $seat } is hurt.
    .title = HIT!
together-picked = { $names } picked.
you-listed = you
`;
const words = new Narrator("toy", { messages: MESSAGES, kinds: { "toy-picked": { seat: "seat" }, "toy-hit": { seat: "seat" } } }, bundle("en", ""));
const PEOPLE = ["Fox", "Otter", "Wren", "Ann"];
const names: Names = { seat: (seat) => PEOPLE[seat]!, who: String, title: String, isMySeat: (seat) => seat === 3 };
const picked = (...seats: readonly number[]) => seats.map((seat) => ({ type: "picked", seat, number: 1 }) as unknown as AnyEvent);
const hit = { type: "hit", seat: 0 } as unknown as AnyEvent;

test("what several did is one sentence, where the game has one", () => {
  expect(together(picked(0, 0, 1, 2), words, names)).toBe("Fox, Otter and Wren picked.");
  expect(sentenceOf({ events: picked(0, 1, 2), words, names })).toBe("Fox, Otter and Wren picked.");
});

test("you come last, for a sentence cannot begin with you in the middle of a list", () => {
  expect(together(picked(3, 0, 1), words, names)).toBe("Fox, Otter and you picked.");
});

test("what one did, or what differs, is told as it is", () => {
  expect(together(picked(0, 0), words, names)).toBeNull();
  expect(together([...picked(0, 1), hit], words, names)).toBeNull();
  expect(sentenceOf({ events: picked(0, 0), words, names })).toBe("Fox picks.");
});

test("a game that has no such sentence tells the last one", () => {
  expect(together([hit, { ...hit, seat: 1 } as AnyEvent], words, names)).toBeNull();
});

test("nothing is said or shouted in a beat that is hushed", () => {
  const telling = { events: [hit], words, names };
  expect([titleOf(telling), sentenceOf(telling)]).toEqual([{ title: "HIT!", more: "Fox is hurt." }, "HIT! Fox is hurt."]);
  const cue = { name: "throw", ms: 1, isHushed: true } as const;
  expect([titleOf({ ...telling, cue }), sentenceOf({ ...telling, cue })]).toEqual([null, ""]);
});

test("how the story stands is its last sentence", () => {
  const told = (event: AnyEvent, id: number) => ({ id, game: "toy", seats: PEOPLE, event }) as never;
  expect(lastOf([], { words, names })).toBe("");
  expect(lastOf([told(hit, 1), told(picked(1)[0]!, 2)], { words, names })).toBe("Otter picks.");
});
