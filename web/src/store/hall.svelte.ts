/** The one line of this page to its hall, and all that was heard on it, for components to read. */

import type { DoneMessage, Person, Request } from "#protocol";
import { ask as http } from "../wire/api";
import { type Asked, type Line, Refused, Socket } from "../wire/socket";
import { fold, forget, hallTime, NOTHING, type State, type TableState } from "./fold";

const seconds = () => performance.now() / 1000;

class Hall {
  state = $state.raw<State>(NOTHING);
  line = $state.raw<Line>("closed");
  /** When the next attempt is made, by our own clock, while the line is lost. */
  retriesAt = $state.raw(0);
  /** Why tables cannot be shown, by code. */
  refusals = $state.raw<Readonly<Record<string, Refused>>>({});
  /** Why the hall keeps us out, in its own words. */
  banned = $state.raw("");

  readonly #watched = new Set<string>();
  #inHall = false;
  readonly #socket = new Socket(`${location.origin.replace("http", "ws")}/ws`, {
    heard: (message) => {
      this.state = fold(this.state, message, seconds());
      if (message.type === "gone") this.#watched.delete(message.table);
      if (message.type === "refused" && message.reason === "banned") this.banned = message.message;
    },
    changed: (line, wait) => {
      this.line = line;
      this.retriesAt = seconds() + wait;
      if (line === "open") this.#resume();
    },
  });

  start(): void {
    this.#socket.open();
    addEventListener("online", () => this.#socket.retry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#socket.retry();
    });
  }

  get you(): Person | null | undefined {
    return this.state.you;
  }

  /** Hall time, in which deadlines are given. */
  get now(): number {
    return hallTime(this.state, seconds());
  }

  ask(message: Asked): Promise<DoneMessage> {
    return this.#socket.ask(message);
  }

  retry(): void {
    this.#socket.retry();
  }

  // The list of tables

  enter(): void {
    this.#inHall = true;
    if (this.line === "open") void this.ask({ type: "enter_hall" }).catch(ignored);
  }

  exit(): void {
    this.#inHall = false;
    if (this.line === "open") void this.ask({ type: "exit_hall" }).catch(ignored);
  }

  // Tables

  table(code: string): TableState | undefined {
    return this.state.tables[code.toLowerCase()];
  }

  watch(code: string): void {
    const table = code.toLowerCase();
    this.#watched.add(table);
    if (this.line === "open") this.#watch(table);
  }

  unwatch(code: string): void {
    const table = code.toLowerCase();
    if (this.#watched.delete(table) && this.line === "open") void this.ask({ type: "unwatch", table }).catch(ignored);
    this.state = forget(this.state, table);
  }

  act(code: string, what: Request, version: number | null = null): Promise<DoneMessage> {
    return this.ask({ type: "act", table: code.toLowerCase(), do: what, version });
  }

  say(code: string, text: string): Promise<DoneMessage> {
    return this.ask({ type: "say", table: code.toLowerCase(), text });
  }

  // Who one is

  /** Come in with a name, and stay as you are where you have one. */
  async comeIn(name: string): Promise<void> {
    await http<Person>("POST", "/api/guests", { name });
    await this.renew();
  }

  /** The cookie is another one now: so is the line. Returns when the hall has said who one is. */
  async renew(): Promise<void> {
    this.#socket.reopen();
    await this.ask({ type: "exit_hall" }).catch(ignored);
    if (this.#inHall) this.enter();
  }

  #resume(): void {
    if (this.#inHall) this.enter();
    for (const table of this.#watched) this.#watch(table);
  }

  #watch(table: string): void {
    const since = this.state.tables[table]?.version ?? 0; // who comes in the middle is told what can be told
    this.ask({ type: "watch", table, since }).then(
      () => this.#refuse(table, null),
      (why: Refused) => {
        if (why.reason !== "lost") this.#refuse(table, why);
      },
    );
  }

  #refuse(table: string, why: Refused | null): void {
    const { [table]: _, ...rest } = this.refusals;
    this.refusals = why === null ? rest : { ...rest, [table]: why };
  }
}

function ignored(): void {}

export const hall = new Hall();

/** What this browser mixes into the dice, anew for every game. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
