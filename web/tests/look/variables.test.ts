/** Every CSS variable that is read is set somewhere: a colour that is not there is silently black. */

import { expect, test } from "vitest";
import { sourcesOf } from "../sources";

const sources = sourcesOf("svelte", "css", "ts");

const READ = /var\((--[\w-]+)/g;
/** In a style sheet, as a directive of an element, or from a script. */
const SET = /(?<!var\()(--[\w-]+)(?=\s*:|\s*=|["'`])/g;

const all = sources.map(([, text]) => text).join("\n");
const isSet = new Set([...all.matchAll(SET)].map(([, name]) => name!));

test("there are variables to look for", () => {
  expect(isSet).toContain("--accent");
  expect(isSet).toContain("--seat-11");
});

test.each(sources)("%s reads only variables that are set", (_, source) => {
  const read = [...source.matchAll(READ)].map(([, name]) => name!);
  const missing = read.filter((name) => !isSet.has(name) && !name.endsWith("-")); // "--seat-{number}" ends so
  expect(missing).toEqual([]);
});
