/** A game as it was played has an unbroken seal; whatever is done to its record or to what the page saw breaks it. */

import type { GameEndedEvent, GameStartedEvent } from "#protocol";
import { expect, test } from "vitest";
import { drawsOf } from "../../src/boards/draws";
import { type Check, checkDice, type Seen } from "../../src/fair/check";
import type { Header } from "../../src/fair/record";
import type { AnyEvent } from "../../src/state/fold";
import { sealOf } from "../../src/table/seal";
import vectors from "./vectors.json";

type Vector = (typeof vectors.games)[number];
/** One of each kind, nobody left. */
const games = [...new Map(vectors.games.toReversed().map((each) => [each.game, each])).entries()];
const first = vectors.games[0]!;

const SEAT = 2;
const headerOf = ({ record }: Vector) => JSON.parse(record.split("\n")[0]!) as Header;

/** All that a player at this table was told and has sent. */
function seenBy(vector: Vector, change: Partial<Seen> = {}): Seen {
  const { dice, seats } = headerOf(vector);
  const seat = Math.min(SEAT, seats - 1);
  const own = dice!.client_seeds![seat]!;
  return {
    commit: dice!.commit!,
    sent: own === "" ? [] : [{ seed: own, commit: dice!.commit! }],
    seat: own === "" ? null : seat,
    isQuick: false,
    started: { type: "game_started", commit: dice!.commit, client_seeds: dice!.client_seeds } as unknown as GameStartedEvent,
    ended: { type: "game_ended", seed: dice!.seed, digest: dice!.digest } as unknown as GameEndedEvent,
    events: vector.events as unknown as readonly AnyEvent[],
    key: "",
    ...change,
  };
}

async function checked(vector: Vector, change: Partial<Seen> = {}, record = vector.record): Promise<readonly Check[]> {
  return checkDice(record, seenBy(vector, change), await drawsOf(vector.game));
}

const broken = (checks: readonly Check[]) => checks.flatMap(({ what, why, outcome }) => (outcome === "failed" ? [`${what}-${why}`] : []));
const open = (checks: readonly Check[]) => checks.flatMap(({ what, why, outcome }) => (outcome === "open" ? [`${what}-${why}`] : []));

test.each(games)("%s as it was played is sealed", async (_, vector) => {
  const checks = await checked(vector);
  expect(broken(checks)).toEqual([]);
  expect(sealOf(checks)).toBe("ok");
});

/** The same record with something else in its first line. */
function withDice(vector: Vector, change: object): string {
  const [, ...lines] = vector.record.split("\n");
  const header = headerOf(vector);
  return [JSON.stringify({ ...header, dice: { ...header.dice, ...change } }), ...lines].join("\n");
}

test.each(games)("every die of %s that is written otherwise breaks the seal, with its line", async (_, vector) => {
  const lines = vector.record.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!line.includes('"rolled"')) continue;
    const other = line.replace(/\[(\d+)/, (_all, face: string) => `[${face === "1" ? 2 : 1}`);
    const checks = await checked(vector, {}, lines.with(index, other).join("\n"));
    expect(broken(checks)).toContain("dice-failed");
    expect(broken(checks)).toContain("digest-failed");
    expect(checks.find(({ what }) => what === "dice")!.values!["line"]).toBeLessThanOrEqual(index + 1);
  }
});

test.each(games)("a line that %s lacks breaks the seal", async (_, vector) => {
  const lines = vector.record.split("\n");
  for (let index = 1; index < lines.length - 1; index++) {
    expect(sealOf(await checked(vector, {}, lines.toSpliced(index, 1).join("\n")))).toBe("broken");
  }
});

const OTHER = "0".repeat(64);
const ONE_DIGIT = (hash: string) => hash.slice(0, -1) + (hash.endsWith("0") ? "1" : "0");

test("one digit at the end of the commitment is enough", async () => {
  const commit = ONE_DIGIT(headerOf(first).dice!.commit!);
  expect(broken(await checked(first, { commit, sent: [], seat: null }))).toEqual(["commitment-failed"]);
});

test.each<[string, object, string]>([
  ["another commitment", { commit: OTHER }, "commitment-failed"],
  ["another secret", { seed: OTHER }, "secret-failed"],
  ["no secret", { seed: undefined }, "secret-missing"],
  ["other seeds", { client_seeds: ["a", "b", "c"] }, "seeds-failed"],
  ["a seed less", { client_seeds: ["a"] }, "seeds-failed"],
  ["my seed left out", { client_seeds: ['seed"0', "", ""] }, "own-failed"],
  ["another digest", { digest: OTHER }, "digest-failed"],
])("a record with %s is named as that", async (_, change, what) => {
  expect(broken(await checked(first, {}, withDice(first, change)))).toContain(what);
});

test.each<[string, Partial<Seen>, string]>([
  ["told another secret", { ended: { seed: OTHER, digest: headerOf(first).dice!.digest } as unknown as GameEndedEvent }, "secret-failed"],
  ["told another digest", { ended: { seed: headerOf(first).dice!.seed, digest: OTHER } as unknown as GameEndedEvent }, "digest-other"],
  ["sent another seed", { sent: [{ seed: "mine", commit: headerOf(first).dice!.commit! }] }, "own-failed"],
  ["saw other dice", { events: first.events.filter(({ type }) => type !== "threw") as unknown as AnyEvent[] }, "shown-failed"],
])("a page that %s says so", async (_, change, what) => {
  expect(broken(await checked(first, change))).toEqual([what]);
});

test.each<[string, Partial<Seen>, string[]]>([
  ["came later", { commit: "", started: null, events: null }, ["commitment-absent", "seeds-absent", "shown-absent"]],
  ["came after the end", { commit: "", started: null, events: null, ended: null }, ["commitment-absent", "seeds-absent", "shown-absent", "digest-absent"]],
  ["sent its seed too early", { sent: [{ seed: 'seed"2', commit: "" }] }, ["own-none"]],
  ["sent its seed with Play now", { sent: [{ seed: 'seed"2', commit: "" }], isQuick: true }, ["own-quick"]],
  ["knows no seed of its own", { sent: [] }, ["own-elsewhere"]],
])("a page that %s says what it could not check", async (_, change, what) => {
  const checks = await checked(first, change);
  expect(broken(checks)).toEqual([]);
  expect(open(checks)).toEqual(what);
  expect(sealOf(checks)).toBe("partly");
});

test("a spectator has no seed, and the seal is whole", async () => {
  const checks = await checked(first, { seat: null, sent: [] });
  expect(open(checks)).toEqual(["own-spectator"]);
  expect(sealOf(checks)).toBe("ok");
});

test("the dice of a game that the page does not know are left to dicehall verify", () => {
  expect(open(checkDice(first.record, seenBy(first), null))).toEqual(["dice-unknown", "shown-unknown"]);
});

test("another edition of the rules is not guessed at", async () => {
  const draws = await drawsOf(first.game);
  expect(open(checkDice(first.record, seenBy(first), { ...draws!, edition: 2 }))).toContain("dice-unknown");
});

test.each(["", "{}", "null", "[]", "not json", '{"game":"peril","seats":2,"options":{}}\n{"actor":"nature","move":{"type":"rolled"}}\n'])(
  "what is no record breaks the seal: %s",
  (text) => {
    expect(sealOf(checkDice(text, seenBy(first), null))).toBe("broken");
  },
);

test("a game that nobody was bound to says so", () => {
  const { dice: _, ...header } = headerOf(first);
  expect(broken(checkDice(JSON.stringify(header), seenBy(first), null))).toEqual(["commitment-none"]);
});

// Duplicate dice

const keyed = vectors.keyed.map((each, index) => [`${each.game} ${index}`, { ...each, sources: [] } as unknown as Vector] as const);

/** A player, who has sent a seed on entering the tournament; the secret was told when the round ended. */
function entrant(vector: Vector, change: Partial<Seen> = {}): Partial<Seen> {
  const { dice } = headerOf(vector);
  return { seat: 0, sent: [{ seed: dice!.client_seeds![3]!, commit: "" }], ...change };
}

test.each(keyed)("duplicate dice: %s as it was played has no broken seal", async (_, vector) => {
  const checks = await checked(vector, entrant(vector));
  expect(broken(checks)).toEqual([]);
  expect(open(checks).filter((each) => each !== "dice-rules")).toEqual([]);
  expect(checks.some(({ what, outcome }) => what === "dice" && outcome === "ok")).toBe(true);
});

test.each(keyed)("duplicate dice: every die of %s that is written otherwise breaks the seal", async (_, vector) => {
  const lines = vector.record.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!line.includes('"rolled"')) continue;
    const other = line.replace(/\[(\d+)/, (_all, face: string) => `[${face === "1" ? 2 : 1}`);
    expect(broken(await checked(vector, entrant(vector), lines.with(index, other).join("\n")))).toContain("dice-failed");
  }
});

test("duplicate dice: what was not told is left to dicehall verify, and my seed is one of many", async () => {
  const king = keyed.find(([, { game }]) => game === "stlucia")![1];
  const checks = await checked(king, entrant(king, { events: null, sent: [] }));
  expect(broken(checks)).toEqual([]);
  expect(open(checks)).toEqual(["own-entrants", "dice-rules", "shown-absent"]);
});

test("duplicate dice: a page that was gone when the round ended does not miss the secret", async () => {
  const [, vector] = keyed[0]!;
  const { digest } = headerOf(vector).dice!;
  expect(broken(await checked(vector, entrant(vector, { ended: { seed: "", digest } as unknown as GameEndedEvent })))).toEqual([]);
});

test("dice that are told apart in a way that the page does not know are not guessed at", async () => {
  const [, vector] = keyed[0]!;
  expect(open(await checked(vector, entrant(vector), withDice(vector, { scheme: "new" })))).toContain("dice-unknown");
});
