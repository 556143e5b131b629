/** Signatures that were made in Python hold here, and those of changed records do not. */

import { expect, test } from "vitest";
import { type AskLog, type Check, checkSignatures, type Seen } from "../../src/fair/check";
import { type Header, read } from "../../src/fair/record";
import { linesOf } from "../../src/fair/signed";
import vectors from "./vectors.json";

const record = vectors.signed;
const lines = linesOf(read(record)!)!;
const { key } = lines[0]!;
const log: AskLog = (hash) => Promise.resolve(lines.filter((line) => line.hash === hash));
const silent: AskLog = () => Promise.resolve(null);

const checked = (text = record, known = key, ask = log) => checkSignatures(text, { key: known } as Seen, ask);
const said = (checks: readonly Check[]) => checks.map(({ what, why }) => `${what}-${why}`);

function changed(change: (dice: NonNullable<Header["dice"]>) => object): string {
  const [first, ...rest] = record.split("\n");
  const header = JSON.parse(first!) as Header;
  return [JSON.stringify({ ...header, dice: { ...header.dice, ...change(header.dice!) } }), ...rest].join("\n");
}

test("a record that its hall has signed holds", async () => {
  expect(said(await checked())).toEqual(["signed-ok", "key-ok", "log-ok"]);
});

test.each<[string, Parameters<typeof changed>[0]]>([
  ["other seeds", () => ({ client_seeds: ["x", "y", "z"] })],
  ["another commitment", () => ({ commit: "0".repeat(64) })],
  ["another end", () => ({ digest: "0".repeat(64) })],
  ["a person who was a bot", () => ({ levels: [null, null, null] })],
  ["another salt", () => ({ salt: "0".repeat(32) })],
  ["another line of the log", ({ log }) => ({ log: { ...log, end: { ...log!.end, number: log!.end.number + 1 } } })],
  ["another place", ({ log }) => ({ log: { ...log, end: { ...log!.end, previous: "0".repeat(64) } } })],
  ["lines in another order", ({ log }) => ({ log: { ...log, commitment: log!.end } })],
  ["no signature", ({ log }) => ({ log: { ...log, start: { ...log!.start, signature: "" } } })],
  ["no key", ({ log }) => ({ log: { ...log, start: { ...log!.start, key: "zz" } } })],
])("a signature does not fit %s", async (_, change) => {
  expect(said(await checked(changed(change)))).toEqual(["signed-failed"]);
});

test("a key that this browser does not know is told, not blamed", async () => {
  expect(said(await checked(record, ""))).toEqual(["signed-ok", "key-first", "log-ok"]);
  expect(said(await checked(record, "00".repeat(32)))).toEqual(["signed-ok", "key-other", "log-ok"]);
});

test("a record without signatures says so", async () => {
  const bare = changed(() => ({ log: undefined, salt: undefined, levels: undefined }));
  expect(said(await checked(bare, ""))).toEqual(["signed-none"]);
  expect(said(await checked(bare))).toEqual(["signed-gone"]);
});

test("a log that lacks the game, or has it elsewhere, breaks the seal", async () => {
  expect(said(await checked(record, key, () => Promise.resolve([])))).toContain("log-failed");
  const elsewhere: AskLog = async (hash) => (await log(hash))!.map((line) => ({ ...line, number: line.number + 1 }));
  expect(said(await checked(record, key, elsewhere))).toContain("log-failed");
  expect(said(await checked(record, key, silent))).toContain("log-absent");
});
