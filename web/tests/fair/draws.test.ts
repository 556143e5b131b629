/** Dice thrown again in the browser are those of the rules in Python: vectors.json was made there. */

import { expect, test } from "vitest";
import { drawsOf } from "../../src/boards/draws";
import { Tally } from "../../src/fair/purpose";
import { digestOf, read, secretOf } from "../../src/fair/record";
import { commitmentTo, type NatureMove, type Source, Tower } from "../../src/fair/tower";
import type { AnyEvent } from "../../src/state/fold";
import { hexToBytes } from "@noble/hashes/utils.js";
import vectors from "./vectors.json";

const secret = hexToBytes(vectors.secret);
const games = vectors.games.map((each, index) => [`${each.game} ${index}`, each] as const);

test("a secret is the one that was committed to", () => {
  expect(commitmentTo(secret)).toBe(vectors.commitment);
});

test("single draws fall as they do in the hall", () => {
  const tower = new Tower(secret, vectors.seeds);
  for (const { source, number, move } of vectors.draws) {
    expect(tower.draw(source as Source, number)).toEqual(move);
  }
});

test("all five games are there", () => {
  expect(new Set(vectors.games.map(({ game }) => game)).size).toBe(5);
});

test.each(games)("what %s draws from is known without its rules", async (_, { game, record, sources }) => {
  const draws = await drawsOf(game);
  const found = draws!.sources(read(record)!);
  expect(found.length).toBe(sources.length);
  found.forEach((source, index) => source === null || expect(source).toEqual(sources[index]));
  const unknown = found.filter((source) => source === null).length;
  expect(unknown).toBeLessThanOrEqual(1);
});

test.each(games)("%s is thrown again as it was written", async (_, { game, record: text }) => {
  const record = read(text)!;
  const tower = new Tower(secretOf(record.header)!, record.header.dice!.client_seeds!);
  const sources = (await drawsOf(game))!.sources(record);
  const written = record.entries.flatMap((each): NatureMove[] => (each.actor === "nature" ? [each.move] : []));
  written.forEach((move, number) => {
    const source = sources[number];
    if (source) expect(tower.draw(source, number)).toEqual(move);
  });
});

test.each(games)("%s has the digest that the hall computed", (_, { record: text }) => {
  const record = read(text)!;
  expect(digestOf(record, secret)).toBe(record.header.dice!.digest);
});

test.each(games)("the dice that %s shows are those that it writes down", async (_, { game, record, events }) => {
  const draws = (await drawsOf(game))!;
  const written = draws.written(read(record)!);
  expect(draws.shown(events as unknown as AnyEvent[])).toEqual(written);
});

test("some dice are shown in every game", async () => {
  for (const name of new Set(vectors.games.map(({ game }) => game))) {
    const events = vectors.games.flatMap(({ game, events }) => (game === name ? events : []));
    expect((await drawsOf(name))!.shown(events as unknown as AnyEvent[]).length, name).toBeGreaterThan(0);
  }
});

test("a game without a folder of its own is not guessed at", async () => {
  expect(await drawsOf("pig")).toBeNull();
});

// Duplicate dice

const keyed = vectors.keyed.map((each, index) => [`${each.game} ${index}`, each] as const);

test.each(keyed)("what the duplicate dice of %s are for is known to whoever was told of the game", async (_, { game, record, names, events }) => {
  const tally = new Tally();
  const found = (await drawsOf(game))!.purposes!(read(record)!, events as unknown as AnyEvent[]);
  expect(found.map((purpose) => purpose && tally.take(purpose))).toEqual(names);
});

test.each(keyed)("%s is thrown again by the names of its dice", async (_, { game, record: text, names }) => {
  const record = read(text)!;
  const tower = new Tower(secretOf(record.header)!, record.header.dice!.client_seeds!);
  const sources = (await drawsOf(game))!.sources(record);
  const written = record.entries.flatMap((each): NatureMove[] => (each.actor === "nature" ? [each.move] : []));
  expect(names.length).toBe(written.length);
  written.forEach((move, number) => {
    const source = sources[number];
    if (source) expect(tower.drawNamed(source, names[number]!, record.header.seats)).toEqual(move);
  });
  expect(digestOf(record, secretOf(record.header)!)).toBe(record.header.dice!.digest);
});

test("Peril has no duplicate dice", async () => {
  expect((await drawsOf("peril"))!.purposes).toBeUndefined();
});
