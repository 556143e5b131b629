/** How a game without a board of its own names its values: in its own words if it has some, else as its rules do. */

import type { View } from "../../boardkit/contract";
import { inList, t } from "../../words/words.svelte";
import { type Fact, readable, type Scalar } from "./facts";

export function nameOf(view: View, name: string): string {
  const key = `board-field-${name}`;
  if (view.words.has(key)) return view.words.text(key);
  return name === "seat" ? t("plain-player") : readable(name);
}

export function wordOf(value: Scalar): string {
  if (value === null) return t("plain-nothing");
  if (typeof value === "boolean") return t(value ? "plain-yes" : "plain-no");
  return typeof value === "string" ? readable(value) : String(value);
}

export function valueOf(view: View, fact: Fact): string {
  if (fact.seats) return inList(fact.values.map((seat) => view.names.seat(seat as number)));
  return fact.values.map(wordOf).join(" ");
}
