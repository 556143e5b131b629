/** What this page can find out about the dice of a finished game, all by itself. Pure. */

import type { GameEndedEvent, GameStartedEvent } from "#protocol";
import type { AnyEvent } from "../state/fold";
import type { Sent } from "../state/noted";
import type { Draws } from "./draws";
import { digestOf, type GameRecord, type Header, read, secretOf } from "./record";
import { isSigned, type Line, linesOf } from "./signed";
import { type Purpose, Tally } from "./purpose";
import { commitmentTo, type NatureMove, type Source, Tower } from "./tower";

export interface Check {
  readonly what: "record" | "commitment" | "secret" | "seeds" | "own" | "dice" | "shown" | "digest" | "signed" | "key" | "log";
  /** "open" is what could not be checked. */
  readonly outcome: "ok" | "failed" | "open";
  /** Which sentence says it: `seal-<what>-<why>`. */
  readonly why: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What the page saw of the game while it was played. */
export interface Seen {
  /** The commitment as it was told before the game; empty where the page was not there. */
  readonly commit: string;
  readonly sent: readonly Sent[];
  /** Mine; null without one. */
  readonly seat: number | null;
  readonly isQuick: boolean;
  readonly started: GameStartedEvent | null;
  readonly ended: GameEndedEvent | null;
  /** All that was told of the game; null where some of it is missing. */
  readonly events: readonly AnyEvent[] | null;
  /** The key that this hall has signed earlier games with; empty where this browser knows none. */
  readonly key: string;
}

/** Lines of the hall's public log by the hash that they state; null where the hall does not answer. */
export type AskLog = (hash: string) => Promise<readonly Line[] | null>;

/** `draws` is null for a game that the page cannot throw again. */
export function checkDice(text: string, seen: Seen, draws: Draws | null): readonly Check[] {
  const record = read(text);
  if (record === null) return [failed("record", "unreadable")];
  if (!record.header.dice?.commit) return [failed("commitment", "none")];
  return [
    commitment(record, seen),
    secret(record, seen),
    seeds(record, seen),
    own(record, seen),
    ...dice(record, seen, draws),
    shown(record, seen, draws),
    digest(record, seen),
  ];
}

/** What the hall has signed about the game, whether with the key that it had before, and whether its log says the same. */
export async function checkSignatures(text: string, { key }: Seen, ask: AskLog): Promise<readonly Check[]> {
  const record = read(text);
  const lines = record && linesOf(record);
  if (!lines) return [open("signed", key === "" ? "none" : "gone")];
  const inOrder = lines.every(({ number }, index) => index === 0 || number > lines[index - 1]!.number);
  if (!inOrder || !lines.every(isSigned)) return [failed("signed")];
  const used = lines.at(-1)!.key;
  return [
    ok("signed"),
    key === "" ? open("key", "first", { key: used }) : key === used ? ok("key", "ok", { key: used }) : open("key", "other", { key: used }),
    await logged(lines, ask),
  ];
}

/** The key of a hall whose signatures hold; empty where there is none. */
export function keyIn(text: string): string {
  const record = read(text);
  return (record && linesOf(record)?.at(-1)?.key) ?? "";
}

async function logged(lines: readonly Line[], ask: AskLog): Promise<Check> {
  const found = await Promise.all(lines.map(({ hash }) => ask(hash)));
  if (found.includes(null)) return open("log", "absent");
  const isThere = lines.every((line, index) => found[index]!.some((each) => each.number === line.number && each.previous === line.previous && each.hash === line.hash));
  return isThere ? ok("log", "ok", { number: lines.at(-1)!.number }) : failed("log");
}

/** Broken by a single check that fails. */
export function isBroken(checks: readonly Check[]): boolean {
  return checks.some(({ outcome }) => outcome === "failed");
}

type Values = Check["values"];
const ok = (what: Check["what"], why = "ok", values?: Values): Check => ({ what, outcome: "ok", why, values });
const failed = (what: Check["what"], why = "failed", values?: Values): Check => ({ what, outcome: "failed", why, values });
const open = (what: Check["what"], why: string, values?: Values): Check => ({ what, outcome: "open", why, values });

function commitment({ header }: GameRecord, { commit, started }: Seen): Check {
  const written = header.dice?.commit ?? "";
  if (started !== null && started.commit !== written) return failed("commitment");
  if (commit === "") return open("commitment", "absent");
  return commit === written ? ok("commitment") : failed("commitment");
}

/** The secret is told to the table and written into the record: both have to be the one that was committed to. */
function secret({ header }: GameRecord, { ended }: Seen): Check {
  const found = secretOf(header);
  if (found === null) return failed("secret", "missing");
  const isHeld = ended?.seed === "" && isDuplicate(header); // it is told when the round ends
  const isTold = ended === null || isHeld || ended.seed === header.dice?.seed;
  return isTold && commitmentTo(found) === header.dice?.commit ? ok("secret") : failed("secret");
}

function seeds({ header }: GameRecord, { started }: Seen): Check {
  if (started === null) return open("seeds", "absent");
  const written = header.dice?.client_seeds ?? [];
  const isOfEveryone = isDuplicate(header) || written.length === header.seats;
  return alike(written, started.client_seeds) && isOfEveryone ? ok("seeds") : failed("seeds");
}

/** Whether all tables of a round had these dice, with the seeds of all entrants. */
function isDuplicate({ dice }: Header): boolean {
  return dice?.scheme === "duplicate";
}

/** A seed counts only if it was sent after the commitment: before that, the secret could be chosen to suit it (H-04). */
function own({ header }: GameRecord, { seat, sent, isQuick }: Seen): Check {
  if (seat === null) return open("own", "spectator");
  if (isDuplicate(header)) return sent.some(({ seed }) => header.dice!.client_seeds?.includes(seed)) ? ok("own") : open("own", "entrants");
  const listed = header.dice?.client_seeds?.[seat] ?? "";
  const inTime = sent.filter(({ commit }) => commit === header.dice?.commit);
  if (inTime.some(({ seed }) => seed === listed)) return ok("own");
  if (inTime.length > 0) return failed("own");
  if (listed !== "" && !sent.some(({ seed }) => seed === listed)) return open("own", "elsewhere");
  return open("own", isQuick ? "quick" : "none");
}

function dice(record: GameRecord, { events }: Seen, draws: Draws | null): Check[] {
  const found = secretOf(record.header);
  if (found === null) return [];
  if (draws === null || draws.edition !== record.header.edition) return [open("dice", "unknown")];
  const again = drawsAgain(record, events, draws, new Tower(found, record.header.dice?.client_seeds ?? []));
  if (again === null) return [open("dice", "unknown")];
  const sources = sourcesOf(draws, record);
  let number = 0;
  let unknown = 0;
  for (const [index, { actor, move }] of record.entries.entries()) {
    if (actor !== "nature") continue;
    const source = sources[number];
    const drawn = source ? again(source, number) : null;
    const isUnknown = source === null || drawn === "unknown";
    if (source === undefined || (!isUnknown && (drawn === null || !isSame(drawn, move)))) {
      return [failed("dice", "failed", { line: index + 2, written: inWords(move), again: drawn === null || drawn === "unknown" ? "–" : inWords(drawn) })];
    }
    if (isUnknown) unknown += 1;
    number += 1;
  }
  const thrown = ok("dice", "ok", { count: number - unknown });
  return unknown === 0 ? [thrown] : [thrown, open("dice", "rules", { count: unknown })];
}

/** One draw after the other; null for what nothing can give. */
type Again = (source: Source, number: number) => NatureMove | "unknown" | null;

/** As the record says that they were drawn; null where this page does not know how that is. */
function drawsAgain(record: GameRecord, events: readonly AnyEvent[] | null, draws: Draws, tower: Tower): Again | null {
  const { dice: proof, seats } = record.header;
  if (proof?.scheme === undefined) return (source, number) => orNull(() => tower.draw(source, number));
  if (proof.scheme !== "duplicate" || draws.purposes === undefined) return null;
  const purposes = orNull(() => draws.purposes!(record, events)) ?? [];
  const names = namesOf(purposes);
  return (source, number) => {
    const named = names[number];
    return named ? orNull(() => tower.drawNamed(source, named, seats)) : "unknown";
  };
}

/** Of the dice of each draw; null where it was not told what they were for. */
function namesOf(purposes: readonly (Purpose | null)[]): readonly (readonly string[] | null)[] {
  const tally = new Tally();
  return purposes.map((purpose) => purpose && tally.take(purpose));
}

/** A record that was tampered with may ask for what there is not. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A record that was tampered with may not even make sense. */
function sourcesOf(draws: Draws, record: GameRecord): ReturnType<Draws["sources"]> {
  return orNull(() => draws.sources(record)) ?? [];
}

function shown(record: GameRecord, { events }: Seen, draws: Draws | null): Check {
  if (draws === null || draws.edition !== record.header.edition) return open("shown", "unknown");
  if (events === null) return open("shown", "absent");
  const seen = draws.shown(events);
  return alike(seen, draws.written(record)) ? ok("shown", "ok", { count: seen.length }) : failed("shown");
}

function digest(record: GameRecord, { ended }: Seen): Check {
  const found = secretOf(record.header);
  const written = record.header.dice?.digest;
  if (found === null || written !== digestOf(record, found)) return failed("digest");
  if (ended === null) return open("digest", "absent");
  return ended.digest === written ? ok("digest") : failed("digest", "other");
}

function alike<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function isSame(one: NatureMove, other: NatureMove): boolean {
  return one.type === other.type && alike(numbersOf(one), numbersOf(other));
}

function numbersOf(move: NatureMove): readonly number[] {
  if (move.type === "rolled") return move.faces;
  return move.type === "drawn" ? [move.seat] : move.order;
}

/** Seats have letters on the boards of the terminal, numbers here, from 1. */
function inWords(move: NatureMove): string {
  return numbersOf(move).map((number) => (move.type === "rolled" ? number : number + 1)).join(" ");
}
