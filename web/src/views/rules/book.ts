/** The rules of a game as the hall sends them, taken apart for the page. */

const TABLE = /<table>.*?<\/table>/gs;

export interface Rules {
  /** HTML of our own documents: nothing in it was written by a visitor. */
  readonly html: string;
  readonly rulings: string;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

export interface Book {
  /** Around the options, which the document lists for terminals and the page tells in its own way. */
  readonly before: string;
  readonly after: string;
  readonly rulings: string;
  readonly headings: readonly Heading[];
  /** Whether dice here have more than six faces: then they show numbers, as such dice do. */
  readonly numbered: boolean;
}

export const OPTIONS = "options";
/** The class of what holds a table. */
export const WIDE = "wide";

export function open(rules: Rules): Book {
  const html = scrolling(rules.html);
  const rulings = scrolling(rules.rulings);
  const page = new DOMParser().parseFromString(html, "text/html").body;
  const options = page.querySelector(`h2#${OPTIONS}`);
  const headings = Array.from(page.querySelectorAll("h2"), ({ id, textContent }) => ({ id, text: textContent ?? "" }));
  const numbered = /data-face="([7-9]|\d\d)"/.test(html + rulings);
  if (options === null) return { before: html, after: "", rulings, headings, numbered };
  const after = document.createElement("div");
  for (const part of following(options)) after.append(part);
  return { before: textBefore(page, options), after: after.innerHTML, rulings, headings, numbered };
}

/** A table that is too wide is moved by itself, and not the page with it. */
function scrolling(html: string): string {
  return html.replaceAll(TABLE, (table) => `<div class="${WIDE}">${table}</div>`);
}

/** From the next chapter on. */
function following(options: Element): Element[] {
  const rest: Element[] = [];
  let chapter = false;
  for (let part = options.nextElementSibling; part !== null; part = part.nextElementSibling) {
    chapter ||= part.tagName === "H2";
    if (chapter) rest.push(part);
  }
  return rest;
}

function textBefore(page: Element, options: Element): string {
  const parts = Array.from(page.children);
  return parts.slice(0, parts.indexOf(options)).map((part) => part.outerHTML).join("\n");
}
