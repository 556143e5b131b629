/** The tournaments that are followed, as the hall has told them last; asked for again after every new connection. */

import type { ActInMessage, DoneMessage, GivenTournamentSetting, ServerMessage } from "#protocol";
import { withNews, type FollowedTournament } from "../state/tournament";
import { Refused } from "../wire/socket";
import { hall, newSeed } from "./hall.svelte";
import { savedKeys } from "./keys";
import { Watches } from "./watches";

export type TournamentCommand = ActInMessage["do"];

/** Refusals that are over in a moment. */
const PASSING = new Set(["too_fast", "too_many", "busy", "unreachable"]);
const SHORTLY = 3000;

class Tournaments {
  /** By code. */
  #known = $state.raw<Readonly<Record<string, FollowedTournament>>>({});
  /** Why tournaments cannot be shown, by code. */
  refusals = $state.raw<Readonly<Record<string, Refused>>>({});
  /** How many parts of the page want to see each of them. */
  readonly #wanted = new Map<string, number>();
  readonly #watches = new Watches((code) => this.#ask(code));

  constructor() {
    hall.listen({ heard: (message) => this.#hear(message), opened: () => this.#watches.resume() });
  }

  /** Undefined until the hall has told it. */
  of(code: string): FollowedTournament | undefined {
    return this.#known[code.toLowerCase()];
  }

  /** Those that are followed and were told. */
  get all(): readonly FollowedTournament[] {
    return Object.values(this.#known);
  }

  /** From now on; what it returns ends that. An effect may return it. */
  follow(code: string): () => void {
    const lower = code.toLowerCase();
    const wanted = this.#wanted.get(lower) ?? 0;
    this.#wanted.set(lower, wanted + 1);
    if (wanted === 0) this.#watches.add(lower, hall.line === "open");
    let over = false;
    return () => {
      if (!over) this.#unfollow(lower);
      over = true;
    };
  }

  #unfollow(code: string): void {
    const wanted = this.#wanted.get(code)! - 1;
    if (wanted > 0) this.#wanted.set(code, wanted);
    else {
      this.#wanted.delete(code);
      this.#watches.delete(code);
      this.#forget(code);
      if (hall.line === "open") void hall.ask({ type: "unfollow", tournament: code }).catch(() => {});
    }
  }

  /** Ask anew for one that could not be shown. */
  retry(code: string): void {
    this.#refuse(code.toLowerCase(), null);
    this.#watches.add(code.toLowerCase(), hall.line === "open");
  }

  act(code: string, command: TournamentCommand): Promise<DoneMessage> {
    return hall.ask({ type: "act_in", tournament: code.toLowerCase(), do: command });
  }

  /** Take part; the key is that of the link, where one was opened. */
  enter(code: string): Promise<DoneMessage> {
    return this.act(code, { type: "enter", seed: newSeed(), key: savedKeys()[code.toLowerCase()] ?? "" });
  }

  /** Returns the code of the new one. */
  async create(setting: GivenTournamentSetting): Promise<string> {
    return (await hall.ask({ type: "create_tournament", setting })).table!;
  }

  async #ask(code: string): Promise<void> {
    try {
      await hall.ask({ type: "follow", tournament: code });
      this.#refuse(code, null);
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      if (PASSING.has(why.reason)) setTimeout(() => this.#watches.has(code) && this.#watches.add(code, hall.line === "open"), SHORTLY);
      else if (why.reason !== "lost") this.#refuse(code, why);
    }
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome") this.#dropKeys();
    if (message.type !== "tournament" && message.type !== "tournament_update") return;
    const known = withNews(this.#known[message.tournament], message);
    if (known !== undefined && this.#wanted.has(known.code)) this.#known = { ...this.#known, [known.code]: known };
  }

  /** The next person at this browser may not run what the last one did. */
  #dropKeys(): void {
    this.#known = Object.fromEntries(Object.entries(this.#known).map(([code, each]) => [code, { ...each, key: "" }]));
  }

  #refuse(code: string, why: Refused | null): void {
    const { [code]: _, ...rest } = this.refusals;
    this.refusals = why === null ? rest : { ...rest, [code]: why };
    if (why !== null) this.#forget(code);
  }

  #forget(code: string): void {
    const { [code]: _, ...rest } = this.#known;
    this.#known = rest;
  }
}

export const tournaments = new Tournaments();
