/** No component contains English: all that people read comes from the catalogue. */

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../../src/**/*.svelte", { query: "?raw", import: "default", eager: true });

/** Attributes, and properties of our own components, that people read or hear. */
const READ = new Set(
  "aria-label aria-description aria-roledescription aria-valuetext title alt placeholder label".split(" ").concat(
    "heading sentence lead hint caption button done word whole text reason message why what says".split(" "),
  ),
);

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const LETTERS = /\p{L}{2}/u;

/** Every text with letters that a person would read, in the order of the file. */
export function englishIn(source: string): string[] {
  const found: string[] = [];
  visit(parse(source, { modern: true }).fragment as unknown as Node, found);
  return found;
}

function visit(node: Node, found: string[]): void {
  if (node.type === "Attribute") {
    if (READ.has(node["name"] as string)) readable(node["value"], found);
    return;
  }
  if (node.type === "StyleDirective" || node.type === "ClassDirective") return;
  if (node.type === "Text") readable(node, found);
  if (node.type === "ExpressionTag") return readable(node, found);
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, found);
  }
}

/** A text that is written out, also where an expression chooses between two. */
function readable(value: unknown, found: string[]): void {
  if (Array.isArray(value)) return value.forEach((each) => readable(each, found));
  if (!isNode(value)) return;
  switch (value.type) {
    case "Text":
      return note(value["data"], found);
    case "Literal":
      return note(value["value"], found);
    case "TemplateElement":
      return note((value["value"] as { cooked: string }).cooked, found);
    case "TemplateLiteral":
      return readable(value["quasis"], found);
    case "ExpressionTag":
      return readable(value["expression"], found);
    case "ConditionalExpression":
      return readable([value["consequent"], value["alternate"]], found);
    case "LogicalExpression":
      return readable([value["left"], value["right"]], found);
  }
}

function note(text: unknown, found: string[]): void {
  if (typeof text === "string" && LETTERS.test(text)) found.push(text.trim());
}

test("the components are there to be looked at", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
});

test.each(Object.entries(sources))("%s contains no English", (_, source) => {
  expect(englishIn(source)).toEqual([]);
});

test.each([
  ["<p>Your turn</p>", ["Your turn"]],
  ['<button aria-label="Close">×</button>', ["Close"]],
  ['<Panel title="Your pick" class="big" />', ["Your pick"]],
  ['<p>{mine ? "Yours" : t("theirs")}</p>', ["Yours"]],
  ["<p>{`${name} wins`}</p>", ["wins"]],
  ['{#if open}<img alt={wrong || "A die"} />{/if}', ["A die"]],
])("%s is noticed", (source, english) => {
  expect(englishIn(source)).toEqual(english);
});

test.each(['<p class="big">{t("your-turn")}</p>', '<a href="/rules">{title} · 3</a>', '<input type="text" name={id} />'])(
  "%s is fine",
  (source) => {
    expect(englishIn(source)).toEqual([]);
  },
);
