/** The line to the hall: it connects, asks, answers by promise, and comes back by itself after every break. */

import type { ClientMessage, DoneMessage, ServerMessage } from "#protocol";

/** What the hall has refused; the message is for people. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

export type Line = "connecting" | "open" | "lost" | "banned" | "closed";

/** A message without its number: the line numbers them. */
export type Asked = ClientMessage extends infer M ? (M extends ClientMessage ? Omit<M, "id"> : never) : never;

export interface Ears {
  heard(message: ServerMessage): void;
  /**
   * The line is in another state; `wait` are seconds until the next attempt.
   * When it is open, ask again for what is to be watched.
   */
  changed(line: Line, wait: number): void;
  /** A line was lost before the hall had said a word; a browser does not tell why. */
  turnedAway(): void;
}

/** As much of a WebSocket as is needed, so that tests can bring their own. */
export type Dial = (url: string) => WebSocketLike;
export type WebSocketLike = Pick<WebSocket, "send" | "close" | "onmessage" | "onclose"> &
  Partial<Pick<WebSocket, "onopen" | "readyState">>;

/** What `readyState` says of one that is still being opened. */
const CONNECTING = 0;

/** Seconds before each attempt: at once, since most breaks are over by then; the last one stays. */
const WAITS = [0, 0.5, 1, 2];
/** Where the hall itself has turned us away, each attempt costs it something. */
const LONGEST_WAIT = 15;
/** Seconds of silence after which the hall is asked whether it is still there, and seconds in which it has to answer. */
const SILENCE = 15;
const ANSWER = 8;
/** Seconds after which a line counts as a good one: one that breaks at once is not dialled again at once. */
const STEADY = 10;
const BANNED = 4003;
const PING: Asked = { type: "ping" };

interface Waiting {
  readonly done: (answer: DoneMessage) => void;
  readonly refused: (why: Refused) => void;
}

export class Socket {
  #socket: WebSocketLike | null = null;
  #waiting = new Map<number, Waiting>();
  #queue: { id: number; message: Asked }[] = [];
  #lastId = 0;
  #attempts = 0;
  /** How often in a row the hall had no room for us. */
  #crowded = 0;
  #welcomed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs out when the hall has been silent for too long. */
  #patience: ReturnType<typeof setTimeout> | undefined;
  #steady: ReturnType<typeof setTimeout> | undefined;
  #line: Line = "closed";

  constructor(
    private readonly url: string,
    private readonly ears: Ears,
    private readonly dial: Dial = (address) => new WebSocket(address),
    private readonly random: () => number = Math.random,
  ) {}

  open(): void {
    clearTimeout(this.#timer);
    this.#welcomed = false;
    this.#become("connecting");
    const socket = this.dial(this.url);
    this.#socket = socket;
    this.#expect(ANSWER, () => this.#lost(0));
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    };
  }

  /** Try at once, as when the network is back or you ask for it; a line that seems open is put to the test. */
  retry(): void {
    if (this.#line === "open") this.#ping();
    if (this.#line !== "lost") return;
    this.#attempts = 0;
    this.open();
  }

  /** A new line, because the person is another one now. */
  reopen(): void {
    this.#drop();
    this.#attempts = 0;
    this.open();
  }

  /** What is asked before the line is open waits for it; what a broken line leaves unanswered is refused as `lost`. */
  ask(message: Asked): Promise<DoneMessage> {
    if (this.#line === "banned") return Promise.reject(new Refused("lost", ""));
    const id = ++this.#lastId;
    const answer = new Promise<DoneMessage>((done, refused) => this.#waiting.set(id, { done, refused }));
    if (this.#welcomed) this.#send(id, message);
    else this.#queue.push({ id, message });
    return answer;
  }

  #send(id: number, message: Asked): void {
    this.#socket?.send(JSON.stringify({ id, ...message }));
  }

  /** A line can be dead without a word: the hall hangs, or a phone has slept. */
  #ping(): void {
    this.#send(++this.#lastId, PING);
    this.#expect(ANSWER, () => this.#lost(0));
  }

  #expect(seconds: number, otherwise: () => void): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(otherwise, seconds * 1000);
  }

  #hear(message: ServerMessage): void {
    this.#expect(SILENCE, () => this.#ping());
    if (message.type === "welcome") this.#welcome(message);
    else this.ears.heard(message);
    if (message.type === "done") this.#take(message.id)?.done(message);
    else if (message.type === "refused" && message.id !== null) {
      this.#take(message.id)?.refused(new Refused(message.reason, message.message));
    }
  }

  #welcome(message: ServerMessage): void {
    this.#crowded = 0;
    this.#steady = setTimeout(() => (this.#attempts = 0), STEADY * 1000);
    this.#welcomed = true;
    this.ears.heard(message);
    this.#become("open");
    for (const { id, message: late } of this.#queue.splice(0)) this.#send(id, late);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** The hall is there and has no room for us: each attempt after this one waits twice as long. */
  easeOff(): void {
    if (this.#line !== "lost") return;
    this.#crowded += 1;
    this.#again();
  }

  /** For good: there is no use in trying again. */
  ban(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#become("banned");
  }

  #lost(code: number): void {
    if (code === BANNED) return this.ban();
    const welcomed = this.#welcomed;
    this.#drop();
    this.#attempts += 1;
    this.#again();
    if (!welcomed) this.ears.turnedAway();
  }

  #again(): void {
    const wait = this.#wait();
    clearTimeout(this.#timer);
    this.#become("lost", wait);
    this.#timer = setTimeout(() => this.open(), wait * 1000);
  }

  /** Different for each page: they must not all come back at once. */
  #wait(): number {
    const usual = WAITS[Math.min(this.#attempts, WAITS.length) - 1]!;
    const longest = this.#crowded === 0 ? usual : Math.min(LONGEST_WAIT, 2 ** this.#crowded);
    return longest * (0.5 + this.random() / 2);
  }

  #drop(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#steady);
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    // One that is still being opened is closed when it is: browsers complain about any other order.
    if (socket?.readyState === CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#queue = [];
    for (const { refused } of unanswered) refused(new Refused("lost", ""));
  }

  #become(line: Line, wait = 0): void {
    this.#line = line;
    this.ears.changed(line, wait);
  }
}
