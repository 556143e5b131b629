import { expect, test } from "vitest";
import type { Player, View } from "../../src/boardkit/contract";
import { rememberedFor } from "../../src/table/standing";

const player = (seat: number, isMe = false) => ({ seat, isMe }) as Player;
const [fox, otter, me] = [player(0), player(1), player(2, true)];
const board = { figure: (_: unknown, seat: number) => (seat === 0 ? "" : `figure of ${seat}`) };

test.each([
  [[otter], "figure of 1"],
  [[fox, otter], "figure of 1"],
  [[otter, me], "figure of 2"],
  [[fox], undefined],
])("winners %# are remembered for one figure: mine before others, and never an empty one", (winners, figure) => {
  expect(rememberedFor(winners, [], board, {} as View)?.figure).toBe(figure);
});

test("nobody is remembered for a game whose beginning is not known", () => {
  expect(rememberedFor([otter], null, board, {} as View)).toBeNull();
});
