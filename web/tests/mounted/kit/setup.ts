/** After every test, whichever file it is in: the page is closed, and the browser has had nothing to complain of. */

import { afterEach, beforeEach, expect, vi } from "vitest";
import { close } from "./page";

beforeEach(() => {
  for (const kind of ["error", "warn"] as const) vi.spyOn(console, kind);
});

afterEach(() => {
  close();
  const complaints = [vi.mocked(console.error), vi.mocked(console.warn)].flatMap(({ mock }) => mock.calls);
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
