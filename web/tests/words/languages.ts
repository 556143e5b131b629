/** The page's words in every language that there is. */

import { FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export const MESSAGES = fileURLToPath(new URL("../../../src/dicehall/narrate/messages", import.meta.url));

export interface Catalogue {
  readonly language: string;
  /** What only the page says, and what is said at every table. */
  readonly page: string;
  readonly table: string;
  readonly keys: ReadonlySet<string>;
}

/** One for each folder. */
export function catalogues(folder: string = MESSAGES): Catalogue[] {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
  return languages.map(({ name }) => catalogueOf(folder, name));
}

function catalogueOf(folder: string, language: string): Catalogue {
  const text = (file: string) => readFileSync(join(folder, language, file), "utf-8");
  const page = readdirSync(join(folder, language)).filter((file) => /^page.*\.ftl$/.test(file)).map(text).join("\n");
  const table = text("table.ftl");
  return { language, page, table, keys: new Set([page, table].flatMap((each) => new FluentResource(each).body.map(({ id }) => id))) };
}

/** What cannot be read in it, and what is there twice. */
export function faultsOf({ page, table, keys }: Catalogue): string[] {
  const written = [page, table].flatMap((text) => [...text.matchAll(/^([a-zA-Z][\w-]*) *=/gm)].map(([, key]) => key!));
  const unread = written.filter((key) => !keys.has(key));
  const twice = written.filter((key, index) => written.indexOf(key) !== index);
  return [...unread.map((key) => `${key} cannot be read`), ...twice.map((key) => `${key} is there twice`)];
}

/** Which of these keys a language lacks, as "en: cup-title". */
export function missing(keys: readonly string[], all: readonly Catalogue[]): string[] {
  return all.flatMap(({ language, keys: known }) => keys.filter((key) => !known.has(key)).map((key) => `${language}: ${key}`));
}
