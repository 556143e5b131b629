/** The words of a game are asked for again until they come. */

import { expect, test, vi } from "vitest";
import { voice } from "../../src/words/words.svelte";
import { FakeHall, No } from "./kit/hall";
import { open } from "./kit/page";

test("words that did not come through are asked for again", async () => {
  vi.useFakeTimers();
  const hall = new FakeHall(null);
  let lost = 0;
  hall.answers("GET /api/games/whist/words", () => (lost++ === 0 ? new No("", "", 502) : { messages: "trump = Trump", kinds: {} }));
  open("/rules", hall);
  expect(voice("whist")).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(voice("whist")?.text("trump")).toBe("Trump");
});
