/** A thread of its own that checks the dice of one game: signatures are arithmetic with large numbers, and a slow phone
 * would stand still for it. */

import { drawsOf } from "../boards/draws";
import { type Check, checkDice, checkSignatures, keyIn, type Seen } from "../fair/check";
import type { Line } from "../fair/signed";
import { logLines } from "../wire/record";

/** What it is asked. */
export interface Question {
  readonly game: string;
  readonly record: string;
  readonly seen: Seen;
}

/** What it answers. */
export interface Answer {
  readonly checks: readonly Check[];
  /** That the hall has signed the record with; empty where there is none. */
  readonly key: string;
}

onmessage = async ({ data }: MessageEvent<Question>) => {
  postMessage(await answerTo(data).catch(() => null)); // some of what it needs did not come
};

async function answerTo({ game, record, seen }: Question): Promise<Answer> {
  const dice = checkDice(record, seen, await drawsOf(game));
  const signatures = await checkSignatures(record, seen, (hash) => logLines<Line>(hash));
  return { checks: [...dice, ...signatures], key: keyIn(record) };
}
