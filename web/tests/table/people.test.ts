import { expect, test } from "vitest";
import type { TableState } from "../../src/state/fold";
import { othersAt } from "../../src/table/host/people";

const seated = [{ who: "ann", level: null }, { who: "ben", level: null }, { who: "bot:Fox", level: "house" }];
const table = (waiting: object | null) =>
  ({ shown: { seated, muted: [], kicked: [], host: "ann", waiting, game: waiting && "peril" }, people: { ben: "Ben" }, chat: [] }) as unknown as TableState;
const ANN = { id: "ann", name: "Ann", kind: "guest" } as const;

test("a host can act on spectators who have never said a word", () => {
  const others = othersAt(table(null), ANN, "someone", { cleo: "Cleo" });
  expect(others.map(({ who, name, seated }) => [who, name, seated])).toEqual([["ben", "Ben", true], ["cleo", "Cleo", false]]);
});

test("in a game the host can send a bot away, too", () => {
  const others = othersAt(table({ type: "ask", due: [] }), ANN, "someone");
  expect(others.map(({ who, isBot }) => [who, isBot])).toEqual([["ben", false], ["bot:Fox", true]]);
});
