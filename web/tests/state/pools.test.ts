import type { PoolMessage, PublicTable } from "#protocol";
import { expect, test } from "vitest";
import { type HeardPool, isWorthTelling, momentBetween, outcomeOf, poolOnScreen, splitOf, withPool } from "../../src/state/pools";

const pool = (fields: Partial<PoolMessage> = {}): PoolMessage => ({
  type: "pool", table: "kiro", game: 1, status: "open", why: null, count: 0, pot: 0, seats: null, winners: null,
  mine: null, purse: 100, may: true, why_not: null, ...fields,
});
const closed = (fields: Partial<PoolMessage> = {}) =>
  pool({ status: "closed", why: "declared", count: 3, pot: 60, seats: [{ chips: 20, count: 1 }, { chips: 0, count: 0 }, { chips: 40, count: 2 }], ...fields });
const settled = (fields: Partial<PoolMessage> = {}) => closed({ status: "settled", why: null, winners: [2], ...fields });

/** What was heard, each with the version of the table when it came. */
const heard = (...said: readonly (readonly [PoolMessage, number])[]): readonly HeardPool[] =>
  said.reduce<readonly HeardPool[]>((pools, [each, version]) => withPool(pools, each, version), []);

/** What is shown beside the table at this version. */
function shownAt(version: number, pools: readonly HeardPool[], { games = 1, isOver = false } = {}): PoolMessage | null {
  const waiting = isOver ? { type: "over", scores: [], places: [] } : { type: "ask", due: [] };
  return poolOnScreen({ version, pools, shown: { games, waiting } as unknown as PublicTable });
}

test("where nothing was heard, nothing is shown", () => {
  expect(shownAt(5, [])).toBeNull();
});

test("an open pool is shown at once, whatever is being told: it says nothing about the game", () => {
  expect(shownAt(3, heard([pool({ count: 2, pot: 30 }), 9]))).toMatchObject({ status: "open", count: 2, pot: 30 });
});

test("that a pool has closed is shown when the telling has come to where it did", () => {
  const pools = heard([pool({ count: 3 }), 4], [closed(), 9]);
  expect(shownAt(8, pools)?.status).toBe("open");
  expect(shownAt(9, pools)?.status).toBe("closed");
});

test("who was right is shown only beside a game that is over on the screen", () => {
  const pools = heard([closed(), 9], [settled(), 20]);
  expect(shownAt(19, pools)).toMatchObject({ status: "closed", winners: null });
  expect(shownAt(20, pools)).toMatchObject({ status: "closed", winners: null });
  expect(shownAt(20, pools, { isOver: true })?.status).toBe("settled");
});

test("what is said again is not held back anew, and has the latest numbers", () => {
  const pools = heard([closed(), 9], [closed({ purse: 40 }), 15]);
  expect(shownAt(9, pools)).toMatchObject({ status: "closed", purse: 40 });
});

test("the pool of the next game waits until that game is on the screen", () => {
  const pools = heard([settled(), 20], [pool({ game: 2 }), 22]);
  expect(shownAt(20, pools, { isOver: true })?.status).toBe("settled");
  expect(shownAt(22, pools, { games: 2 })).toMatchObject({ game: 2, status: "open" });
});

test("pools of games long gone are forgotten", () => {
  expect(heard([settled(), 20], [pool({ game: 2 }), 22], [pool({ game: 3 }), 30]).map((each) => each.pool.game)).toEqual([2, 3]);
});

test("where predictions are off there is nothing to show", () => {
  expect(shownAt(9, heard([pool({ status: "off" }), 4]))).toBeNull();
});

test("a pool that closes or is void before my eyes is a moment", () => {
  expect(momentBetween(pool({ count: 3 }), closed())).toBe("closed");
  expect(momentBetween(closed(), closed({ status: "void", why: "left" }))).toBe("void");
});

test("a pool that was closed when I came, that nobody has predicted in, or that belongs to another game is none", () => {
  expect(momentBetween(null, closed())).toBeNull();
  expect(momentBetween(closed(), closed({ purse: 1 }))).toBeNull();
  expect(momentBetween(pool(), closed({ count: 0, pot: 0 }))).toBeNull();
  expect(momentBetween(pool(), closed({ game: 2 }))).toBeNull();
  expect(momentBetween(closed(), settled())).toBeNull(); // it is told with the result
});

test("an empty pool is worth telling while it is open, and not after", () => {
  expect(isWorthTelling(pool())).toBe(true);
  expect(isWorthTelling(closed({ count: 0 }))).toBe(false);
});

test("I have won or lost when the pool is settled, and not before", () => {
  const mine = { seat: 2, chips: 10, chance: 40, paid: 15 };
  expect(outcomeOf(closed({ mine }))).toBeNull();
  expect(outcomeOf(settled({ mine }))).toBe("won");
  expect(outcomeOf(settled({ mine: { ...mine, seat: 0, paid: 0 } }))).toBe("lost");
  expect(outcomeOf(settled())).toBeNull();
});

test("stakes go back when nobody was right, and when the pool is void", () => {
  const mine = { seat: 2, chips: 10, chance: 40, paid: 10 };
  expect(outcomeOf(settled({ mine, winners: [1] }))).toBe("back");
  expect(outcomeOf(closed({ status: "void", why: "left", mine }))).toBe("back");
});

test("of a shared win, whoever chose any of the winners was right", () => {
  expect(outcomeOf(settled({ winners: [0, 1], mine: { seat: 0, chips: 20, chance: 40, paid: 60 } }))).toBe("won");
});

test("the pot is split by those who were chosen, the largest first", () => {
  expect(splitOf(closed())).toEqual([
    { seat: 2, chips: 40, count: 2, share: 2 / 3 },
    { seat: 0, chips: 20, count: 1, share: 1 / 3 },
  ]);
  expect(splitOf(pool({ count: 3, pot: 60 }))).toEqual([]);
});
