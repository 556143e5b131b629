/** A hint comes at its moment, leaves by itself, and does not come again. */

import { expect, test, vi } from "vitest";
import { preferences } from "../../src/look/preferences.svelte";
import { FakeHall } from "./kit/hall";
import { find, open, textOf, until } from "./kit/page";
import { asked, CODE } from "./kit/tables";

/** Milliseconds. */
const [TIME_TO_READ, GOES_AFTER] = [4_000, 6_000];

test("at first sight and before the first choice, once each", async () => {
  preferences.hints = true;
  const hall = new FakeHall({ id: "ben", name: "Ben", kind: "guest" });
  const table = asked("bluff", "call_bluff claim");
  hall.says(table);
  vi.useFakeTimers();
  open(`/t/${CODE}`, hall);
  const hint = () => document.querySelector(".hint");
  const begin = textOf((await until(hint))!);
  await vi.advanceTimersByTimeAsync(TIME_TO_READ);
  const choose = textOf(hint()!);
  expect(choose).not.toBe(begin);
  await vi.advanceTimersByTimeAsync(GOES_AFTER + 50);
  expect(hint()).toBeNull();
  await vi.advanceTimersByTimeAsync(GOES_AFTER);
  expect(hint()).toBeNull();
  open(`/t/${CODE}`, hall); // as if the page was loaded anew
  await find("region", "What you can do");
  await vi.advanceTimersByTimeAsync(GOES_AFTER);
  expect(hint()).toBeNull();
});
