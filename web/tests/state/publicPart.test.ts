import { expect, test } from "vitest";
import type { ServerMessage } from "#protocol";
import { publicPart } from "../../src/state/publicPart";

const said = (message: object) => publicPart(message as ServerMessage);

test("a television is nobody, even in the browser of a player", () => {
  expect(said({ type: "welcome", you: { id: "p1", name: "Ann", kind: "guest" }, url: "" })).toMatchObject({ you: null });
});

test.each(["table", "update"])("a secret in `%s` is dropped before anything is kept", (type) => {
  const mine = [{ seat: 0, secret: { dice: [1, 2, 3] }, moves: [] }];
  expect(said({ type, table: "kiro", version: 3, mine })).toEqual({ type, table: "kiro", version: 3, mine: [] });
});

test("what a spectator has predicted is not for a television", () => {
  const mine = { seat: 1, chips: 10, chance: 60, paid: null };
  const shared = { type: "pool", table: "kiro", game: 1, status: "open", count: 1, pot: 10 };
  const nobody = { mine: null, purse: null, may: false, why_not: "nameless" };
  expect(said({ ...shared, mine, purse: 90, may: true, why_not: null })).toEqual({ ...shared, ...nobody });
});

test("what everyone is told stays as it is", () => {
  const update = { type: "update", table: "kiro", version: 4, events: [], changes: {} };
  expect(said(update)).toBe(update);
});
