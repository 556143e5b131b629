import type { ServerMessage } from "#protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Line, Refused, Socket, type WebSocketLike } from "../../src/wire/socket";

class FakeSocket implements WebSocketLike {
  sent: { id: number; type: string }[] = [];
  closed = false;
  onmessage: WebSocketLike["onmessage"] = null;
  onclose: WebSocketLike["onclose"] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as { id: number; type: string });
  }
  close() {
    this.closed = true;
  }
  says(message: ServerMessage) {
    this.onmessage?.call(null as never, { data: JSON.stringify(message) } as MessageEvent);
  }
  breaks(code = 1006) {
    this.onclose?.call(null as never, { code } as CloseEvent);
  }
}

const WELCOME: ServerMessage = { type: "welcome", protocol: 2, you: null, now: 0, url: "", predictions: false };

let sockets: FakeSocket[];
let lines: [Line, number][];
let heard: string[];
let turnedAway: number;
let socket: Socket;
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, lines, heard, turnedAway] = [[], [], [], 0];
  socket = new Socket(
    "ws://hall/ws",
    {
      heard: (message) => heard.push(message.type),
      changed: (line, wait) => lines.push([line, wait]),
      turnedAway: () => (turnedAway += 1),
    },
    () => {
      sockets.push(new FakeSocket());
      return last();
    },
    () => 1,
  );
  socket.open();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what is asked before the hall has welcomed us waits for it", async () => {
  const answer = socket.ask({ type: "enter_hall" });
  expect(last().sent).toEqual([]);
  last().says(WELCOME);
  expect(last().sent).toEqual([{ id: 1, type: "enter_hall" }]);
  last().says({ type: "done", id: 1 });
  await expect(answer).resolves.toMatchObject({ id: 1 });
});

test("a line that breaks before a word was said was perhaps refused; who is then banned does not try again", () => {
  last().says(WELCOME);
  last().breaks();
  expect(turnedAway).toBe(0);
  vi.advanceTimersByTime(60_000);
  const dialled = sockets.length;
  last().breaks();
  expect(turnedAway).toBeGreaterThan(0);
  socket.ban();
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(dialled);
  expect(lines.at(-1)).toEqual(["banned", 0]);
});

test("a refusal is raised with its reason and its words", async () => {
  last().says(WELCOME);
  const answer = socket.ask({ type: "watch", table: "nope" });
  last().says({ type: "refused", id: 1, reason: "no_table", message: "There is no table NOPE." });
  await expect(answer).rejects.toMatchObject({ reason: "no_table", message: "There is no table NOPE." });
});

test("answers find their questions in whatever order they come", async () => {
  last().says(WELCOME);
  const [one, two] = [socket.ask({ type: "enter_hall" }), socket.ask({ type: "quick" })];
  last().says({ type: "done", id: 2, table: "kiro" });
  last().says({ type: "done", id: 1 });
  expect((await two).table).toBe("kiro");
  expect((await one).id).toBe(1);
});

test("a broken line leaves nothing unanswered, and comes back by itself", async () => {
  last().says(WELCOME);
  const answer = socket.ask({ type: "enter_hall" });
  last().breaks();
  await expect(answer).rejects.toBeInstanceOf(Refused);
  await expect(answer).rejects.toMatchObject({ reason: "lost" });
  expect(lines.at(-1)).toEqual(["lost", 0]);
  vi.advanceTimersByTime(0);
  expect(sockets).toHaveLength(2);
  last().says(WELCOME);
  expect(lines.at(-1)![0]).toBe("open");
});

test("the first attempt is made at once, the next wait up to two seconds, and a welcome starts over", () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    last().breaks();
    waits.push(lines.at(-1)![1]);
    vi.advanceTimersByTime(1000 * waits.at(-1)!);
  }
  expect(waits).toEqual([0, 0.5, 1, 2, 2, 2, 2, 2]);
  last().says(WELCOME);
  vi.advanceTimersByTime(12_000);
  last().breaks();
  expect(lines.at(-1)![1]).toBe(0);
});

test("a hall that has no room for us is asked less and less often, until it lets us in", () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    last().breaks();
    socket.easeOff();
    waits.push(lines.at(-1)![1]);
    vi.advanceTimersByTime(1000 * waits.at(-1)!);
  }
  expect(waits).toEqual([2, 4, 8, 15, 15, 15]);
  expect(sockets).toHaveLength(7);
  last().says(WELCOME);
  vi.advanceTimersByTime(12_000);
  last().breaks();
  expect(lines.at(-1)![1]).toBe(0);
});

test("a hall that hangs up right after its welcome is not stormed", () => {
  const waits = [1, 2, 3, 4].map(() => {
    last().says(WELCOME);
    last().breaks();
    vi.advanceTimersByTime(1000 * lines.at(-1)![1]);
    return lines.findLast(([line]) => line === "lost")![1];
  });
  expect(waits).toEqual([0, 0.5, 1, 2]);
});

test("a hall that says nothing is asked, and without an answer the line is lost", () => {
  last().says(WELCOME);
  vi.advanceTimersByTime(15_000);
  expect(last().sent.at(-1)).toMatchObject({ type: "ping" });
  last().says({ type: "done", id: last().sent.at(-1)!.id });
  vi.advanceTimersByTime(14_000);
  expect(lines.at(-1)![0]).toBe("open");
  vi.advanceTimersByTime(1000 + 8000);
  expect(lines.at(-1)![0]).toBe("lost");
});

test("a line that is never welcomed is given up and tried again", () => {
  vi.advanceTimersByTime(8000);
  expect(lines.at(-1)![0]).toBe("lost");
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(2);
});

test("when the network is back, a line that seems open is put to the test", () => {
  last().says(WELCOME);
  socket.retry();
  expect(last().sent).toHaveLength(1);
  vi.advanceTimersByTime(8000);
  expect(lines.at(-1)![0]).toBe("lost");
});

test("someone who does not want to wait need not", () => {
  last().breaks();
  socket.retry();
  expect(sockets).toHaveLength(2);
  last().says(WELCOME);
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(2);
});

test("who is banned does not knock again", () => {
  last().breaks(4003);
  vi.advanceTimersByTime(600_000);
  expect(lines.at(-1)![0]).toBe("banned");
  expect(sockets).toHaveLength(1);
});

test("a socket that was given up is no longer listened to", () => {
  const old = last();
  old.says(WELCOME);
  socket.reopen();
  old.says({ type: "restarting" });
  old.breaks();
  expect(old.closed).toBe(true);
  expect(heard).toEqual(["welcome"]);
  expect(lines.at(-1)![0]).toBe("connecting");
});
