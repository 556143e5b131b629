/** A language beside English is looked at as soon as its folder is there. */

import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { catalogues, faultsOf, MESSAGES, missing } from "./languages";

let folder = "";
const file = (name: string) => join(folder, "xx", name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "messages-"));
  cpSync(join(MESSAGES, "en"), join(folder, "en"), { recursive: true });
  cpSync(join(MESSAGES, "en"), join(folder, "xx"), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a second language is found, and a faithful one is fine", () => {
  const all = catalogues(folder);
  expect(all.map(({ language }) => language).sort()).toEqual(["en", "xx"]);
  expect(all.flatMap(faultsOf)).toEqual([]);
  expect(missing(["night-tonight"], all)).toEqual([]);
});

test("a word that it lacks is noticed, and so is one that cannot be read or is there twice", () => {
  const nights = readFileSync(file("page-nights.ftl"), "utf-8");
  writeFileSync(file("page-nights.ftl"), nights.replace("\nnight-tonight =", "\nnight-heute ="));
  appendFileSync(file("page.ftl"), "\nnight-heute = Zweimal\nnight-broken = { $title\n");
  const all = catalogues(folder);
  expect(missing(["night-tonight", "night-all"], all)).toEqual(["xx: night-tonight"]);
  expect(all.flatMap(faultsOf).sort()).toEqual(["night-broken cannot be read", "night-heute is there twice"]);
});
