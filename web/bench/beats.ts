/** How long a recorded game is told, for benchmarks/bench_beats.py: reads changes, writes milliseconds. */

import { readFileSync, writeFileSync } from "node:fs";
import type { AnyEvent, Told } from "../src/state/fold";
import { partsOf, type Script } from "../src/state/script";

interface Change {
  readonly game: string;
  readonly before: object;
  readonly events: readonly AnyEvent[];
  /** Who is asked after it. */
  readonly due: readonly number[];
  /** Seconds that the next question has more. */
  readonly allowance: number;
}

const [, , changesFile, resultFile] = process.argv;
const games = JSON.parse(readFileSync(changesFile!, "utf8")) as Readonly<Record<string, readonly Change[]>>;
const modules = import.meta.glob<{ script: Script }>("../src/boards/*/script.ts", { eager: true });
const marks = { isThrown: () => false, isShouted: () => false };

function told(events: readonly AnyEvent[]): Told[] {
  return events.map((event, id) => ({ id, event, game: "", seats: [] }));
}

const results = Object.entries(games).map(([game, changes]) => {
  const { script } = modules[`../src/boards/${game}/script.ts`]!;
  const byName: Record<string, { count: number; ms: number }> = {};
  const waits: number[] = [];
  const climaxes: { readonly ms: number; readonly allowance: number }[] = [];
  let [trivia, total, wait] = [0, 0, 0];
  let wasTrivia = false;
  for (const { before, events, due, allowance } of changes) {
    const begun = total;
    for (const { cues } of partsOf(told(events), script, marks, before, 0)) {
      for (const { name, ms, isTrivia } of cues) {
        const shown = isTrivia === true && wasTrivia ? 0 : ms; // trivia after trivia is merged
        wasTrivia = isTrivia === true;
        const so = (byName[name] ??= { count: 0, ms: 0 });
        [so.count, so.ms, total, wait] = [so.count + 1, so.ms + shown, total + shown, wait + shown];
        if (isTrivia === true) trivia += shown;
      }
    }
    if (allowance > 0) climaxes.push({ ms: total - begun, allowance });
    if (!due.includes(0)) continue;
    if (wait > 0) waits.push(wait);
    wait = 0;
  }
  return { game, byName, waits, climaxes, trivia, total };
});
writeFileSync(resultFile!, JSON.stringify(results));
