/** The one line of this page to its hall, and all that was heard on it, for components to read. */

import type { DoneMessage, Person, QuickMessage, Request, ServerMessage, TableMessage, UpdateMessage, UsualWaitMessage, Who } from "#protocol";
import { ask as http, type Problem } from "../wire/api";
import { type Asked, type Line, Refused, Socket } from "../wire/socket";
import { preferences } from "../look/preferences.svelte";
import { here } from "../route/here.svelte";
import { isTelevision } from "../route/routes";
import { isThrown } from "../games/catalog.svelte";
import { beatsOf } from "../state/beats";
import { fold, forget, hallTime, NOTHING, type State, type TableState } from "../state/fold";
import { publicPart } from "../state/publicPart";
import type { Reaction } from "../state/reactions";
import type { Marks, Script } from "../state/script";
import type { TableOnScreen } from "../state/telling";
import { voice } from "../words/words.svelte";
import { Presenter } from "./presenter.svelte";
import { savedKeys } from "./keys";
import { reactions } from "./reactions.svelte";
import { Watches } from "./watches";

const seconds = () => performance.now() / 1000;

/** A part of the page that is loaded later, and follows more than tables. */
export interface Listener {
  heard(message: ServerMessage): void;
  /** There is a new connection: what is followed has to be asked for again. */
  opened(): void;
}

class Hall {
  state = $state.raw<State>(NOTHING);
  /** Undefined before the hall has said it; null is nobody. */
  you = $derived(this.state.you);
  line = $state.raw<Line>("closed");
  /** When the next attempt is made, by our own clock, while the line is lost. */
  retriesAt = $state.raw(0);
  /** Why tables cannot be shown, by code. */
  refusals = $state.raw<Readonly<Record<string, Refused>>>({});
  /** Who watches, by table and id: what hosts are told. */
  spectators = $state.raw<Readonly<Record<string, Readonly<Record<Who, string>>>>>({});
  /** The names that are invited and that nobody has yet, by table and invitation: what hosts are told. */
  expected = $state.raw<Readonly<Record<string, Readonly<Record<Who, string>>>>>({});
  /** How long people have waited lately, by table that waits for people only. */
  usualWaits = $state.raw<Readonly<Record<string, UsualWaitMessage>>>({});
  /** Who knocks, by table and id: what hosts are told. */
  knocks = $state.raw<Readonly<Record<string, Readonly<Record<Who, string>>>>>({});
  /** Why the hall keeps us out, in its own words. */
  banned = $state.raw("");
  /** Why it does not let us in just now. */
  shut = $state.raw("");

  readonly #presenter = new Presenter(() => preferences.telling);
  /** How games are told, by name, as their boards bring it. */
  readonly #scripts = new Map<string, Script | null>();
  readonly #watches = new Watches((table) => this.#watch(table));
  /** The versions on the screen when a press began: that is what the press means. */
  #pressed: Readonly<Record<string, number>> = {};
  #inHall = false;
  readonly #listeners: Listener[] = [];
  readonly #windows = new BroadcastChannel("dicehall");
  readonly #socket = new Socket(`${location.origin.replace("http", "ws")}/ws`, {
    heard: (message) => this.#hear(message),
    changed: (line, wait) => {
      this.line = line;
      this.retriesAt = seconds() + wait;
      if (line === "open") this.#resume();
    },
    turnedAway: () => void this.#askWhy(),
  });

  start(): void {
    this.#socket.open();
    this.#windows.onmessage = () => void this.#reopen();
    for (const gesture of ["pointerdown", "keydown"]) {
      document.addEventListener(gesture, () => this.#press(), { capture: true });
    }
    // What presses without a finger or a key, as screen readers do, means what is on the screen now.
    document.addEventListener("click", () => setTimeout(() => (this.#pressed = {})));
    addEventListener("online", () => this.#socket.retry());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#socket.retry();
      this.#presenter.lookAgain();
    });
  }

  #press(): void {
    const tables = Object.values(this.state.tables).map((table) => this.#presenter.onScreen(table));
    this.#pressed = Object.fromEntries(tables.map(({ code, version }) => [code, version]));
  }

  /** From now on, and for as long as the page is open. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #hear(said: ServerMessage): void {
    const message = isTelevision(here()) ? publicPart(said) : said;
    if (reactions.hear(message)) return;
    const before = this.state.tables;
    this.state = fold(this.state, message, seconds());
    for (const listener of this.#listeners) listener.heard(message);
    if (message.type === "update" || message.type === "table") this.#note(message, before[message.table]);
    if (message.type === "update") this.#tell(before[message.table], this.state.tables[message.table]);
    else this.#presenter.hear(message, message.type === "clock_warning" ? seatsIn(before[message.table]) : []);
    if (message.type === "knocks") this.knocks = { ...this.knocks, [message.table]: message.people };
    if (message.type === "expected") this.expected = { ...this.expected, [message.table]: message.people };
    if (message.type === "usual_wait") this.usualWaits = { ...this.usualWaits, [message.table]: message };
    if (message.type === "admitted") this.watch(message.table);
    if (message.type === "spectators") this.spectators = { ...this.spectators, [message.table]: message.people };
    if (message.type === "table") this.#forgetPeople(message.table);
    if (message.type === "gone") {
      if (!(message.table in this.state.tables)) this.#refuse(message.table, new Refused(message.reason, "")); // we knocked
      this.#watches.delete(message.table);
    }
    if (message.type === "refused" && message.reason === "banned") this.banned = message.message;
  }

  /** A whole table comes first; what only hosts are told about it follows. */
  #forgetPeople(table: string): void {
    this.spectators = { ...this.spectators, [table]: {} };
    this.knocks = { ...this.knocks, [table]: {} };
  }

  /** What is seen for the first time is noted as soon as something changes: a first load does without. */
  #note({ table, events }: TableMessage | UpdateMessage, before: TableState | undefined): void {
    const after = this.state.tables[table];
    if (before !== undefined && after !== undefined) void notes().then((to) => to.noteChange(before, after, events));
  }

  #tell(before: TableState | undefined, after: TableState | undefined): void {
    if (before === undefined || after === undefined || before === after || !isCurrent(after.code)) return;
    const script = this.#scripts.get(before.shown.game ?? "") ?? null;
    this.#presenter.tell(after.code, beatsOf(before, after, script, MARKS));
  }

  /** How this game is told from now on. */
  learn(game: string, script: Script | null): void {
    this.#scripts.set(game, script);
  }

  /** Whether the hall does not know what became of the last command at the table on the screen. */
  get isUncertain(): boolean {
    return Object.values(this.state.tables).some((table) => table.uncertain && isCurrent(table.code));
  }

  // What is being told

  /** Whether something is still being told. */
  get isTelling(): boolean {
    return this.#presenter.isTelling;
  }

  skip(): void {
    this.#presenter.skip();
  }

  jumpToNow(): void {
    this.#presenter.hurry();
  }

  showMe(): void {
    this.#presenter.showMe();
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

  /** The next page of the list. */
  showMore(): void {
    void this.ask({ type: "enter_hall", after: this.state.nextRows }).catch(ignored);
  }

  exit(): void {
    this.#inHall = false;
    if (this.line === "open") void this.ask({ type: "exit_hall" }).catch(ignored);
  }

  // Tables

  /** As the hall has told it last. */
  table(code: string): TableState | undefined {
    return this.state.tables[code.toLowerCase()];
  }

  /** As far as it is told on the screen. */
  onScreen(code: string): TableOnScreen | undefined {
    const table = this.table(code);
    return table && this.#presenter.onScreen(table);
  }

  isSeated({ shown }: TableState): boolean {
    return this.you != null && shown.seated.some(({ who }) => who === this.you?.id);
  }

  watch(code: string): void {
    const table = code.toLowerCase();
    if (this.#watches.has(table) && this.table(table)?.gone === null) return;
    if (table in this.refusals) this.#refuse(table, null);
    this.#watches.add(table, this.line === "open");
  }

  unwatch(code: string): void {
    const table = code.toLowerCase();
    if (this.#watches.delete(table) && this.line === "open") void this.ask({ type: "unwatch", table }).catch(ignored);
    this.state = forget(this.state, table);
  }

  act(code: string, what: Request, version: number | null = null): Promise<DoneMessage> {
    const table = code.toLowerCase();
    const meant = version === null ? null : Math.min(version, this.#pressed[table] ?? version);
    if ("seed" in what) this.#noteSeed(table, what.seed, this.table(table));
    return this.ask({ type: "act", table, do: what, version: meant });
  }

  /** A seat wherever people wait; returns the table. */
  async quick(wish: Omit<QuickMessage, "type" | "id" | "seed">): Promise<string> {
    const seed = newSeed();
    const { table } = await this.ask({ type: "quick", seed, ...wish });
    this.#noteSeed(table!, seed, undefined);
    return table!;
  }

  #noteSeed(table: string, seed = "", seen: TableState | undefined): void {
    void notes().then((to) => to.noteSeed(table, seed, seen));
  }

  say(code: string, text: string): Promise<DoneMessage> {
    return this.ask({ type: "say", table: code.toLowerCase(), text });
  }

  react(code: string, reaction: Reaction): Promise<DoneMessage> {
    return this.ask({ type: "react", table: code.toLowerCase(), reaction });
  }

  // Who one is

  /** Come in with a name; who has come in meanwhile in another window stays who they are. */
  async becomeGuest(name: string): Promise<void> {
    await this.#reopen();
    if (this.you === null) await http<Person>("POST", "/api/guests", { name });
    await this.renew();
  }

  /** The cookie is another one now: so is the line, in all windows. Returns when the hall has said who one is. */
  async renew(): Promise<void> {
    this.#windows.postMessage("renew");
    await this.#reopen();
  }

  async #reopen(): Promise<void> {
    this.#socket.reopen();
    await this.ask({ type: "exit_hall" }).catch(ignored);
    if (this.#inHall) this.enter();
  }

  async #askWhy(): Promise<void> {
    const asked = http<never>("GET", `/ws?origin=${location.origin}`);
    const { reason, message, status } = await asked.catch((problem: Problem) => problem);
    if (this.line === "open") return;
    if (reason === "banned") {
      this.banned = message;
      this.#socket.ban();
      return;
    }
    this.shut = status === 0 || reason === "no_socket" ? "" : message;
    if (this.shut !== "") this.#socket.easeOff();
  }

  #resume(): void {
    this.shut = "";
    if (this.#inHall) this.enter();
    this.#watches.resume();
    for (const listener of this.#listeners) listener.opened();
  }

  async #watch(table: string): Promise<void> {
    const { version: since = 0, head = "" } = this.state.tables[table] ?? {}; // 0 asks for as much as can be told
    try {
      await this.ask({ type: "watch", table, since, key: savedKeys()[table] ?? "", head });
      this.#refuse(table, null);
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      if (why.reason === "bad_head") {
        this.state = forget(this.state, table); // the hall has lost its key, or another table has this code
        this.watch(table);
      } else if (PASSING.has(why.reason)) setTimeout(() => this.#watches.has(table) && this.watch(table), 3000);
      else if (why.reason !== "lost") this.#refuse(table, why);
    }
  }

  #refuse(table: string, why: Refused | null): void {
    const { [table]: _, ...rest } = this.refusals;
    this.refusals = why === null ? rest : { ...rest, [table]: why };
    if (why === null) return;
    this.state = forget(this.state, table); // nothing that was shown before may stay visible
    if (!WAITED_FOR.has(why.reason)) this.#watches.delete(table);
  }
}

/** Refusals that are over in a moment; a table is unreachable while it moves to another machine. */
const PASSING = new Set(["too_fast", "too_many", "busy", "unreachable"]);

/** Refusals that may end by themselves: after a break we ask again. */
const WAITED_FOR = new Set(["locked", "knocking"]);

function ignored(): void {}

const notes = () => import("./notes");

function seatsIn(table: TableState | undefined): readonly number[] {
  return table?.mine.map(({ seat }) => seat) ?? [];
}

/** Whether this table is the one that is looked at. */
function isCurrent(code: string): boolean {
  const route = here();
  return "code" in route && route.code === code;
}

const MARKS: Marks = {
  isThrown: ({ game, event }) => isThrown(game, event.type),
  isShouted: ({ game, event }) => voice(game)?.title(event) != null,
};

export const hall = new Hall();

/** What this browser mixes into the dice, new for every game. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
