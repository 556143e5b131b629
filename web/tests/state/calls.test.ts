import { expect, test } from "vitest";
import { callsFor, gamesOf } from "../../src/state/calls";
import { followed, round, shown, table } from "./cups";

const IN = { ann: "in", ben: "in" } as const;
const kinds = (...given: Parameters<typeof callsFor>) => callsFor(...given).map(({ type, table: code }) => [type, code]);

test("a table that is drawn for you calls, then one that waits for you, then one that waits for others", () => {
  const at = (status: "soon" | "waiting", arrived: string[] = []) =>
    followed("cup", shown(IN, { rounds: [round(1, [table("t", status, ["ann", "ben"], { arrived })])] }));
  expect(callsFor("ann", [at("soon")])).toEqual([{ type: "soon", tournament: "cup", title: "Friday Cup", game: "bluff", table: "t", opens: 100 }]);
  expect(kinds("ann", [at("waiting")])).toEqual([["open", "t"]]);
  expect(kinds("ann", [at("waiting", ["ann"])])).toEqual([["arrived", "t"]]);
  expect(kinds("ann", [at("waiting", ["ben"])])).toEqual([["open", "t"]]);
});

test("nothing calls those who watch, have left or were removed, nor from a table that plays or has ended", () => {
  const rounds = [round(1, [table("t", "waiting", ["ann", "ben"])])];
  expect(callsFor("cleo", [followed("cup", shown(IN, { rounds }))])).toEqual([]);
  for (const status of ["away", "removed"] as const) {
    expect(callsFor("ann", [followed("cup", shown({ ...IN, ann: status }, { rounds }))])).toEqual([]);
  }
  for (const status of ["playing", "ended"] as const) {
    expect(callsFor("ann", [followed("cup", shown(IN, { rounds: [round(1, [table("t", status, ["ann", "ben"])])] }))])).toEqual([]);
  }
  expect(callsFor("ann", [followed("cup", shown(IN, { rounds, phase: "cancelled" }))])).toEqual([]);
});

test("whoever has not come in time is told so while the bot plays, and until they are back", () => {
  const rounds = [round(1, [table("t", "playing", ["ann", "ben"], { no_shows: ["ann"] })])];
  expect(kinds("ann", [followed("cup", shown({ ann: "away", ben: "in" }, { rounds }))])).toEqual([["missed", "t"]]);
  expect(kinds("ann", [followed("cup", shown(IN, { rounds }))])).toEqual([]);
});

test("of several tournaments the table that waits comes first, then the one that opens first", () => {
  const soon = (code: string, opens: number) => followed(code, shown(IN, { rounds: [round(1, [table(code, "soon", ["ann"])], { opens })] }));
  const open = followed("c", shown(IN, { rounds: [round(9, [table("c", "waiting", ["ann"])])] }));
  expect(kinds("ann", [soon("a", 50), soon("b", 20), open])).toEqual([["open", "c"], ["soon", "b"], ["soon", "a"]]);
});

test("you find back to the games that you play, and not to those that a bot plays for you", () => {
  const tables = [table("mine", "playing", ["ann"]), table("bots", "playing", ["ann"], { no_shows: ["ann"] }), table("over", "ended", ["ann"])];
  expect(gamesOf("ann", [followed("cup", shown(IN, { rounds: [round(1, tables)] }))])).toEqual(["mine"]);
});
