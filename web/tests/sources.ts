import { readdirSync, readFileSync } from "node:fs";

const SRC = new URL("../src/", import.meta.url);

/** All sources of the page with one of these endings, by their path inside `src`; also styles, which vite would empty. */
export function sourcesOf(...endings: readonly string[]): [path: string, text: string][] {
  return readdirSync(SRC, { recursive: true, encoding: "utf-8" })
    .filter((path) => endings.some((ending) => path.endsWith(`.${ending}`)))
    .map((path) => [path.replaceAll("\\", "/"), readFileSync(new URL(path, SRC), "utf-8")]);
}
