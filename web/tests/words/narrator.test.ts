import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundle, duration, list, Narrator, type Words } from "../../src/words/narrator";

const TABLE = readFileSync(new URL("../../../src/dicehall/narrate/messages/en/table.ftl", import.meta.url), "utf-8");
const shared = bundle("en", TABLE);

const WORDS: Words = {
  messages: `
toy-threw = { $seat } throws { $dice }.
    .title = THROWN!
toy-sat = { $who } drops in.
move-award = Give to { $to }
toy-secret = { $seat } holds { $face }.
`,
  kinds: {
    "toy-threw": { seat: "seat", dice: ["1", "H"] },
    "table-sat": { who: "who" },
    "table-stood": { who: "who" },
    "table-game_started": { seats: "who" },
    "table-opened": { host: "who", setting: "setting" },
    "move-award": { to: "seat" },
  },
};
const NAMES = {
  seat: (seat: number) => ["Ann", "Ben"][seat]!,
  who: (who: string) => ({ a: "Ann", b: "Ben", c: "Cleo" })[who] ?? "someone",
  title: (game: string) => game.toUpperCase(),
};
const toy = new Narrator("toy", WORDS, shared);
const tell = (event: object) => toy.tell(event as never, NAMES);

test("seats have names, and faces their letters", () => {
  expect(tell({ type: "threw", seat: 1, dice: [2, 1] })).toBe("Ben throws H 1.");
});

test("a game says in its own voice what it has words for, and the table says the rest", () => {
  expect(tell({ type: "sat", who: "a", seed: "" })).toBe("Ann drops in.");
  expect(tell({ type: "stood", who: "b" })).toBe("Ben leaves their seat.");
});

test("several people are a list", () => {
  expect(tell({ type: "game_started", number: 3, seats: ["a", "b", "c"] })).toContain("Ann, Ben and Cleo");
});

test("a setting is told in words, and nobody is the hall", () => {
  const setting = { game: "toy", options: {}, seats: 4, clock: 90, on_timeout: "play" };
  expect(tell({ type: "opened", host: null, setting })).toBe(
    "The hall opens a table for TOY: 4 seats, 1 minute and 30 seconds to answer.",
  );
});

test("the reader is you, alone and in lists", () => {
  const mine = { ...NAMES, isMySeat: (seat: number) => seat === 1, isMe: (who: string) => who === "b" };
  expect(toy.tell({ type: "stood", who: "b" } as never, mine)).toBe("You leave your seat.");
  expect(toy.tell({ type: "stood", who: "a" } as never, mine)).toBe("Ann leaves their seat.");
  expect(toy.tell({ type: "game_started", number: 3, seats: ["a", "b", "c"] } as never, mine)).toContain("Ann, you and Cleo");
});

test("great moments have a title, others have none", () => {
  expect(toy.title({ type: "threw", seat: 0 } as never)).toBe("THROWN!");
  expect(toy.title({ type: "locked" })).toBeNull();
});

test("moves are offered by name", () => {
  expect(toy.offer({ type: "award", to: 0 }, NAMES)).toBe("Give to Ann");
});

test("times and lists are written as the hall writes them", () => {
  expect([duration(5400, "en-GB"), duration(0, "en-GB"), duration(3661, "en-GB")]).toEqual([
    "1 hour and 30 minutes",
    "0 seconds",
    "1 hour, 1 minute and 1 second",
  ]);
  expect(list(["Ann"], "en-GB")).toBe("Ann");
});

interface Case {
  readonly game: string;
  readonly seats: readonly string[];
  readonly people: Readonly<Record<string, string>>;
  readonly me: readonly (number | string)[];
  readonly event: { readonly type: string };
  readonly text: string;
}

// Written by tests/web/test_page.py: whole games as Python tells them.
const file = process.env["NARRATION"];
test.skipIf(file === undefined)("whole games are told as Python tells them, word for word", () => {
  const { cases, words, titles } = JSON.parse(readFileSync(file!, "utf-8")) as {
    cases: readonly Case[];
    words: Readonly<Record<string, Words>>;
    titles: Readonly<Record<string, string>>;
  };
  const narrators = Object.fromEntries(
    Object.entries(words).map(([game, each]) => [game, new Narrator(game, each, shared, "en", () => "text")]),
  );
  const told = cases.map(({ game, seats, people, me, event }) => {
    const names = {
      seat: (seat: number) => seats[seat]!,
      who: (who: string) => people[who] ?? (who.startsWith("bot:") ? who.slice(4) : "someone"),
      title: (name: string) => titles[name] ?? name,
      isMySeat: (seat: number) => me.includes(seat),
      isMe: (who: string) => me.includes(who),
    };
    return narrators[game]!.tell(event as never, names);
  });
  expect(told).toEqual(cases.map(({ text }) => text));
  expect(cases.length).toBeGreaterThan(1000);
});
