/** A hall that answers what a test has laid out for it, and notes everything that the page asks. */

import type { ClientMessage, Person, Row, ServerMessage, TableMessage, TournamentMessage } from "#protocol";
import { vi } from "vitest";
import data from "./games.json";

const words = import.meta.glob<string>("../../../../src/dicehall/narrate/messages/en/*.ftl", { query: "?raw", import: "default", eager: true });
const wordsOf = (game: string) => Object.entries(words).find(([path]) => path.endsWith(`/${game}.ftl`))?.[1];

/** As the hall would send it: a status of its own with a reason, or else what it answers. */
export class No {
  constructor(
    readonly reason: string,
    readonly message = "",
    readonly status = 404,
  ) {}
}

/** The code of a table that is opened, or found. */
export const OPENED = "nora";

type Asked = ClientMessage & { readonly id: number };
type Answer = unknown | ((body: never) => unknown);

export class FakeHall {
  /** All that came over the socket. */
  readonly asked: Asked[] = [];
  /** All that came by HTTP, as "PUT /api/me/team" with its body. */
  readonly requests: [what: string, body: unknown][] = [];
  /** By code; whoever asks for another one is told that there is none. */
  readonly tables: Record<string, TableMessage> = {};
  readonly tournaments: Record<string, TournamentMessage> = {};
  rows: readonly Row[] = [];
  predictions = true;
  now = 1000;
  #socket: FakeSocket | null = null;
  readonly #answers: Record<string, Answer> = {
    "GET /api/games": data.games,
    ...Object.fromEntries(
      Object.entries(data.kinds).map(([game, kinds]) => [`GET /api/games/${game}/words`, { messages: wordsOf(game), kinds }]),
    ),
    "GET /api/characters": [],
    "GET /api/nights": { now: 1000, tonight: [], nights: [], called_off: [] },
    "GET /api/tournaments": { tournaments: [] },
    "GET /api/tournaments?mine=true": { tournaments: [] },
  };
  /** How requests over the socket are answered that shall not simply be done, by type. */
  readonly #decisions = new Map<string, No | "nothing">();

  constructor(public you: Person | null) {}

  /** To a request by HTTP, by its method and path; a function is given the body. */
  answers(what: string, answer: Answer): void {
    this.#answers[what] = answer;
  }

  refuses(type: ClientMessage["type"], why: No): void {
    this.#decisions.set(type, why);
  }

  /** No answer comes to requests of this type. */
  ignores(type: ClientMessage["type"]): void {
    this.#decisions.set(type, "nothing");
  }

  /** Requests of this type are done again, those that have had no answer first. */
  does(type: ClientMessage["type"]): void {
    this.#decisions.delete(type);
    for (const asked of this.all(type)) this.says({ type: "done", id: asked.id });
  }

  all<T extends ClientMessage["type"]>(type: T): Extract<Asked, { type: T }>[] {
    return this.asked.filter((each): each is Extract<Asked, { type: T }> => each.type === type);
  }

  /** What was done at tables, in order. */
  get done(): readonly object[] {
    return this.all("act").map((each) => each.do);
  }

  says(...messages: readonly ServerMessage[]): void {
    for (const message of messages) {
      if (message.type === "table") this.tables[message.table] = message;
      if (message.type === "tournament") this.tournaments[message.tournament] = message;
      this.#socket?.hears(message);
    }
  }

  /** The line breaks, and the page dials again by itself. */
  breaks(): void {
    this.#socket?.breaks();
  }

  open(socket: FakeSocket): void {
    this.#socket = socket;
    this.says({ type: "welcome", protocol: 2, you: this.you, now: this.now, url: location.origin, predictions: this.predictions });
  }

  hears(asked: Asked): void {
    this.asked.push(asked);
    const decided = this.#decisions.get(asked.type);
    if (decided === "nothing") return;
    const why = decided ?? this.#follow(asked);
    if (why) this.says({ type: "refused", id: asked.id, reason: why.reason as never, message: why.message });
    else this.says({ type: "done", id: asked.id, table: OPENED });
  }

  #follow(asked: Asked): No | undefined {
    if (asked.type === "enter_hall") this.says({ type: "hall", now: this.now, tables: this.rows, after: null, next: null });
    if (asked.type !== "watch" && asked.type !== "follow") return undefined;
    const wanted = asked.type === "watch" ? this.tables[asked.table] : this.tournaments[asked.tournament];
    if (wanted === undefined) return new No(asked.type === "watch" ? "no_table" : "no_tournament", "There is no such thing.");
    this.says(wanted);
    return undefined;
  }

  fetch(path: string, { method = "GET", body }: RequestInit = {}): Response {
    const what = `${method} ${path.replace(location.origin, "")}`;
    const given = body === undefined ? undefined : JSON.parse(String(body));
    this.requests.push([what, given]);
    const known = what in this.#answers ? this.#answers[what] : new No("not_found", `nothing is laid out for ${what}`);
    const answer: unknown = typeof known === "function" ? known(given as never) : known;
    const headers = { "Content-Type": "application/json" };
    if (!(answer instanceof No)) return new Response(typeof answer === "string" ? answer : JSON.stringify(answer ?? null), { headers });
    return new Response(JSON.stringify({ detail: answer.message, reason: answer.reason }), { status: answer.status, headers });
  }
}

let current: FakeHall;

/** From now on every page is in this one. */
export function become(hall: FakeHall): void {
  current = hall;
}

/** It opens and is heard a moment later, as all sockets are. */
class FakeSocket {
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #hall = current;

  constructor() {
    queueMicrotask(() => this.onmessage !== null && this.#hall.open(this));
  }
  send(text: string): void {
    queueMicrotask(() => this.#hall.hears(JSON.parse(text) as Asked));
  }
  close(): void {
    this.onmessage = this.onclose = null;
  }
  hears(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.({ code: 1006 });
  }
}

/** There is one window. */
class NoOtherWindows {
  onmessage = null;
  postMessage(): void {}
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("BroadcastChannel", NoOtherWindows);
vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => current.fetch(path, options));
