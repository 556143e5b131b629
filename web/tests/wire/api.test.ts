import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { get, getAtLast, Problem } from "../../src/wire/api";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const fetched = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a refusal has its status, its reason and its words", async () => {
  fetched.mockResolvedValue(json(409, { detail: "It is still running.", reason: "running" }));
  await expect(get("/api/record")).rejects.toEqual(new Problem(409, "running", "It is still running."));
});

test.each([
  ["nobody answers", () => Promise.reject(new TypeError("no network"))],
  ["the answer breaks off", () => Promise.resolve({ text: () => Promise.reject(new TypeError("broken")) } as Response)],
  ["someone on the way answers", () => Promise.resolve(new Response("<h1>Log in</h1>", { headers: { "Content-Type": "text/html" } }))],
])("where %s the hall is silent", async (_, answer) => {
  fetched.mockImplementation(answer);
  await expect(get("/api/games")).rejects.toMatchObject({ status: 0, reason: "silent" });
});

test("what the page cannot do without is asked for until it comes", async () => {
  fetched
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockResolvedValueOnce(json(503, { detail: "Busy.", reason: "too_many" }))
    .mockResolvedValueOnce(json(429, { detail: "Too fast.", reason: "too_fast" }))
    .mockResolvedValueOnce(json(200, ["peril"]));
  const games = getAtLast("/api/games");
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(games).resolves.toEqual(["peril"]);
});

test("but not where there is no such thing", async () => {
  fetched.mockResolvedValue(json(404, { detail: "No such game.", reason: "not_found" }));
  await expect(getAtLast("/api/games/whist/words")).rejects.toMatchObject({ status: 404 });
});
