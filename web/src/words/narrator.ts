/** From an event and the names at the table to a sentence: the same messages, and the same sentences, as everywhere. */

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { AnyEvent } from "../state/fold";
import type { AnyMove } from "../state/moves";

/** What a field means that is more than a number or a word: a seat, a person, a die, a face, a table's setting; "plain"
 * is neither, but may be missing. */
export type Kind = "seat" | "who" | "die" | "setting" | "plain" | readonly string[];

/** What the hall sends of one game: its messages, and what the fields of its values mean, by the keys of messages. */
export interface Words {
  readonly messages: string;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Kind>>>>;
}

/** Who is meant by seats and ids, at the time of telling. */
export interface Names {
  seat(seat: number): string;
  who(who: string): string;
  /** A game as people call it. */
  title(game: string): string;
  /** Whether the reader is meant; left out where nobody is "you". */
  isMySeat?(seat: number): boolean;
  isMe?(who: string): boolean;
}

type Values = Record<string, FluentVariable>;

const NOT_ME = "none";
const LOCALES: Readonly<Record<string, string>> = { en: "en-GB" };
const UNITS = [["hour", 3600], ["minute", 60], ["second", 1]] as const;

export class Narrator {
  readonly #bundle: FluentBundle;

  constructor(
    readonly game: string,
    private readonly words: Words,
    private readonly shared: FluentBundle,
    readonly language = "en",
    /** An attribute of this name, where a message has one, is said instead: sips are points for those who prefer it. */
    private readonly manner: () => string = () => "",
  ) {
    this.#bundle = bundle(language, words.messages);
  }

  /** One event, one sentence; none, "", where it changed nothing. */
  tell(event: AnyEvent, names: Names): string {
    const kinds = this.#kinds(event);
    return this.text(this.#key(event), { ...this.#values(event, kinds, names), you: you(event, kinds, names) });
  }

  /** The few words that an event is shouted with; most have none, and some have them only for certain values. */
  title(event: AnyEvent): string | null {
    const title = this.#message(this.#key(event))?.attributes["title"];
    return title === undefined ? null : this.#bundle.formatPattern(title, plainValues(event), []) || null;
  }

  /** A move as a button offers it. */
  offer(move: AnyMove, names: Names): string {
    const key = `move-${move.type}`;
    return this.text(key, this.#values(move, this.words.kinds[key], names));
  }

  /** What only this seat knows. */
  tellSecret(seat: number, secret: object, names: Names): string {
    const values = this.#values(secret, this.words.kinds["secret"], names);
    const whose = { seat: names.seat(seat), you: isMine("seat", seat, names) ? "seat" : NOT_ME };
    return this.text(`${this.game}-secret`, { ...whose, ...values });
  }

  /** "Fox, Otter and you": you come last, so that a sentence can begin with them. */
  listSeats(seats: readonly number[], names: Names): string {
    const others = seats.filter((seat) => !isMine("seat", seat, names));
    return String(this.#word("seat", [...others, ...seats.filter((seat) => !others.includes(seat))], names));
  }

  has(key: string): boolean {
    return this.#message(key) !== undefined;
  }

  text(key: string, values: Values = {}): string {
    return format(this.#bundle.hasMessage(key) ? this.#bundle : this.shared, key, values, this.manner());
  }

  #key(event: AnyEvent): string {
    const own = `${this.game}-${event.type}`;
    return this.#bundle.hasMessage(own) ? own : `table-${event.type}`;
  }

  #kinds(event: AnyEvent): Readonly<Record<string, Kind>> | undefined {
    return this.words.kinds[`${this.game}-${event.type}`] ?? this.words.kinds[`table-${event.type}`];
  }

  #message(key: string) {
    return this.#bundle.getMessage(key) ?? this.shared.getMessage(key);
  }

  #values(value: object, kinds: Readonly<Record<string, Kind>> | undefined, names: Names): Values {
    const values: Values = {};
    const absent: Record<string, unknown> = Object.fromEntries(Object.keys(kinds ?? {}).map((field) => [field, null]));
    for (const [field, each] of Object.entries({ ...absent, ...value })) {
      if (kinds?.[field] === "setting") Object.assign(values, this.#setting(each as Setting, names));
      else values[field] = this.#word(kinds?.[field], each, names);
      if (Array.isArray(each)) values[`${field}_count`] = each.length;
    }
    return values;
  }

  #setting(setting: Setting, names: Names): Values {
    const game = names.title(setting.game);
    return { ...this.#values(setting, undefined, names), game, clock: duration(setting.clock, this.#locale) };
  }

  #word(kind: Kind | undefined, value: unknown, names: Names): FluentVariable {
    if (Array.isArray(value)) {
      const words = value.map((each) =>
        isMine(kind, each, names) ? this.text("you-listed") : String(this.#word(kind, each, names)),
      );
      return isPersonal(kind) ? list(words, this.#locale) : words.join(kind === undefined || kind === "plain" ? "-" : " ");
    }
    if (value === null || value === undefined) return kind === "who" ? this.text("hall") : "none";
    if (kind === "seat") return names.seat(value as number);
    if (kind === "who") return names.who(value as string);
    if (kind === "die") return (value as number) + 1;
    if (Array.isArray(kind)) return kind[(value as number) - 1] ?? "?";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "object") return chosen(value);
    return typeof value === "number" && value < 0 ? `−${-value}` : (value as string | number);
  }

  get #locale(): string {
    return LOCALES[this.language] ?? this.language;
  }
}

function isPersonal(kind: Kind | undefined): boolean {
  return kind === "seat" || kind === "who";
}

function isMine(kind: Kind | undefined, value: unknown, names: Names): boolean {
  if (kind === "seat" && typeof value === "number") return names.isMySeat?.(value) ?? false;
  return kind === "who" && typeof value === "string" && (names.isMe?.(value) ?? false);
}

/** The field that means the reader: one that is only about them goes before a list that they are in. */
function you(event: object, kinds: Readonly<Record<string, Kind>> | undefined, names: Names): string {
  const fields = Object.entries(event).filter(([field]) => isPersonal(kinds?.[field]));
  const isAbout = ([field, value]: [string, unknown]) => isMine(kinds?.[field], value, names);
  const holds = ([field, value]: [string, unknown]) =>
    Array.isArray(value) && value.some((each) => isMine(kinds?.[field], each, names));
  return (fields.find(isAbout) ?? fields.find(holds))?.[0] ?? NOT_ME;
}

interface Setting {
  readonly game: string;
  readonly clock: number;
}

export function bundle(language: string, ...messages: readonly string[]): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false });
  for (const text of messages) made.addResource(new FluentResource(text));
  return made;
}

/** The message of this key with its values filled in; one that is not there shows its key, so that it is noticed. */
export function format(from: FluentBundle, key: string, values: Values = {}, manner = ""): string {
  const message = from.getMessage(key);
  const pattern = message?.attributes[manner] ?? message?.value;
  return pattern === null || pattern === undefined ? key : from.formatPattern(pattern, { you: NOT_ME, ...values }, []);
}

/** By locale: to make one takes longer than to use it. */
const lists = new Map<string, Intl.ListFormat>();

export function list(words: readonly string[], locale: string): string {
  let known = lists.get(locale);
  if (known === undefined) lists.set(locale, (known = new Intl.ListFormat(locale, { type: "conjunction" })));
  return known.format(words);
}

/** Exact and without zeros: "1 hour and 30 minutes". */
export function duration(seconds: number, locale: string): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || (unit === "second" && parts.length === 0)) {
      parts.push(new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count));
    }
  }
  return list(parts, locale);
}

/** What a title may depend on: it names nobody. */
function plainValues(event: AnyEvent): Values {
  const fields = Object.entries(event).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(fields) as Values;
}

/** Options as they were chosen, or "none". */
function chosen(options: object): string {
  const words = Object.entries(options).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return words.join(", ") || "none";
}
