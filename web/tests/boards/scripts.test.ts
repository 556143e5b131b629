/** The scripts of all games: whatever they do to a board event by event, the board of the hall comes out of it. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardModule } from "../../src/boardkit/contract";
import { partsOf, type Script } from "../../src/state/script";
import type { AnyEvent, Told } from "../../src/state/fold";

interface Change {
  readonly game: string;
  readonly before: object;
  readonly events: readonly AnyEvent[];
  readonly after: object;
}

const file = process.env["CHANGES"]; // written by tests/web/test_page.py
const changes = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as readonly Change[]);
const modules = import.meta.glob<{ default?: BoardModule; script?: Script }>("../../src/boards/*/script.ts", { eager: true });
const scripts = new Map(Object.entries(modules).map(([path, module]) => [path.split("/").at(-2)!, module.script!]));

const told = (events: readonly AnyEvent[]): Told[] => events.map((event, id) => ({ id, event, game: "", seats: [] }));
const marks = { isThrown: () => false, isShouted: () => false };

test.skipIf(file === undefined)("there are changes of every game that has a script", () => {
  expect(new Set(changes.map(({ game }) => game))).toEqual(new Set(scripts.keys()));
});

test.skipIf(file === undefined).each([...scripts.keys()])("%s: the board of the last beat is the board of the hall", (game) => {
  for (const change of changes.filter((each) => each.game === game)) {
    const script = scripts.get(game)!;
    const folded = change.events.reduce((board, event) => script.fold(board, event), change.before);
    const after = Object.fromEntries(Object.entries(change.after).filter(([field]) => !script.comeLast?.includes(field)));
    const where = change.events.map(({ type }) => type).join(", ");
    expect({ where, board: folded }).toMatchObject({ where, board: after });
  }
});

test.skipIf(file === undefined).each([...scripts.keys()])("%s: every beat takes its time from the table, and none takes long", (game) => {
  for (const { before, events } of changes.filter((each) => each.game === game)) {
    for (const { cues } of partsOf(told(events), scripts.get(game)!, marks, before, 0)) {
      for (const { name, ms } of cues) expect(ms).toBeLessThanOrEqual(name === "trivia" ? 300 : 2000);
    }
  }
});
