/** My own elimination takes the whole screen, once; then the dock says it. */

import { expect, test } from "vitest";
import { FakeHall } from "./kit/hall";
import { hall as store } from "../../src/store/hall.svelte";
import { all, ANN, find, nameOf, open, press, settled, textOf, until } from "./kit/page";
import { asked, CODE, seenBy, update } from "./kit/tables";

/** Ann, in Peril, the moment before and after her last life is gone. */
async function justOut(): Promise<FakeHall> {
  const hall = new FakeHall(ANN);
  const before = seenBy(asked("peril", "pick"), 0);
  hall.says(before);
  open(`/t/${CODE}`, hall);
  await find("region", "The table");
  await find("region", "What you can do");
  await settled(); // what shows the moment has to be there before it
  const board = before.shown.board as unknown as { lives: readonly number[] };
  hall.says(update({ changes: { board: { lives: [0, ...board.lives.slice(1)], fallen: [0], phase: { type: "picking", picks: [] } } as never, waiting: { type: "ask", due: [[1, null, 0]] } } }));
  return hall;
}
const moment = () => find("dialog", "You are out");

test("the moment says my place, and that I can watch on or leave", async () => {
  await justOut();
  const end = await moment();
  expect(textOf(end)).toContain("3rd of 3");
  expect(all("button", undefined, end).map(nameOf)).toEqual(["Watch on", "Leave"]);
});

test("who watches on has the dock of one who is out", async () => {
  await justOut();
  await press("Watch on", await moment());
  await until(() => all("dialog").length === 0);
  const dock = await find("region", "What you can do");
  await find("heading", "You are out", dock);
  await find("button", "Leave", dock);
});

test("who leaves is back in the hall", async () => {
  const hall = await justOut();
  await press("Leave", await moment());
  await until(() => location.pathname === "/");
  expect(hall.done).toMatchObject([{ type: "leave" }]);
});

test("who comes back to the table and is out already sees the dock, not the moment", async () => {
  const hall = await justOut();
  await moment();
  hall.tables[CODE] = { ...hall.tables[CODE]!, version: 6, shown: store.state.tables[CODE]!.shown };
  open(`/t/${CODE}`, hall);
  await find("heading", "You are out", await find("region", "What you can do"));
  await settled();
  expect(all("dialog")).toEqual([]);
});
