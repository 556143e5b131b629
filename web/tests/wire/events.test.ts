import { expect, test } from "vitest";

import type { ServerMessage } from "#protocol";
import { unfoldEvents } from "../../src/wire/events";

function told(...events: object[]): ServerMessage {
  return { type: "update", table: "kiro", version: 7, changes: {}, events } as unknown as ServerMessage;
}

test("like events that came as one are one by one again, in their place", () => {
  const folded = { type: "shown", each: { seat: [0, 1], number: [5, 2] } };
  expect(unfoldEvents(told({ type: "called", seat: 1, total: 9 }, folded, { type: "locked" }))).toEqual(
    told(
      { type: "called", seat: 1, total: 9 },
      { type: "shown", seat: 0, number: 5 },
      { type: "shown", seat: 1, number: 2 },
      { type: "locked" },
    ),
  );
});
