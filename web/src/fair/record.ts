/** A finished game as the hall writes it down: its first line, then one line for each move of a player, of nature or of the
 * table. docs/fair-dice.md says what the digest covers. */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { GameInLog } from "./signed";
import { digest, type NatureMove } from "./tower";

export interface Header {
  readonly game: string;
  readonly edition: number;
  readonly seats: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly dice?: Proof;
}

/** What is missing was not known: where the dice came from, or not yet. */
export interface Proof {
  readonly commit?: string;
  readonly client_seeds?: readonly string[];
  readonly seed?: string;
  readonly digest?: string;
  readonly salt?: string;
  /** Of the bots, by seat. */
  readonly levels?: readonly (string | null)[];
  /** Where the hall has signed for it. */
  readonly log?: GameInLog;
  /** How draws are told apart: by a running number where it is missing. */
  readonly scheme?: string;
}

interface PlayersMove {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Entry =
  | { readonly actor: "nature"; readonly move: NatureMove }
  | { readonly actor: "table"; readonly move: { readonly type: string; readonly seat?: number } }
  | { readonly actor: number; readonly move: PlayersMove };

export interface GameRecord {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** After the first one, as they were written. */
  readonly lines: readonly string[];
}

/** Null where this is no record at all. */
export function read(text: string): GameRecord | null {
  const [first = "", ...lines] = text.replace(/\n$/, "").split("\n");
  try {
    const header = JSON.parse(first) as Header;
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    return isHeader(header) && entries.every(isEntry) ? { header, entries, lines } : null;
  } catch {
    return null;
  }
}

function isHeader(header: Header): boolean {
  const { commit = "", client_seeds: seeds = [], seed = "", digest: told = "", salt = "", levels = [], scheme = "" } = header.dice ?? {};
  return (
    Number.isInteger(header.seats) &&
    typeof header.options === "object" &&
    [header.game, commit, seed, told, salt, scheme].every((each) => typeof each === "string") &&
    Array.isArray(seeds) &&
    Array.isArray(levels) &&
    seeds.every((each) => typeof each === "string")
  );
}

function isEntry({ actor, move }: Entry): boolean {
  if (actor !== "nature") return typeof move.type === "string" && (typeof actor === "number" || actor === "table");
  const drawn: unknown = move.type === "rolled" ? move.faces : move.type === "shuffled" ? move.order : [move.seat];
  return Array.isArray(drawn) && drawn.every(Number.isInteger);
}

const HASH = /^[0-9a-f]{64}$/;

/** Null where it was not revealed. */
export function secretOf({ dice }: Header): Uint8Array | null {
  return dice?.seed !== undefined && HASH.test(dice.seed) ? hexToBytes(dice.seed) : null;
}

/** The hash of the first line as it was known when the game began. */
export function startOf(header: Header): Uint8Array {
  const { commit, client_seeds, scheme } = header.dice ?? {};
  return digest(JSON.stringify({ ...header, dice: { commit, client_seeds, scheme } })); // JSON leaves out what is undefined
}

/** Over the first line as it was known when the game began, all other lines, and the secret. */
export function digestOf({ header, lines }: GameRecord, secret: Uint8Array): string {
  const chain = lines.reduce((before, line) => digest(before, line), startOf(header));
  return bytesToHex(digest(chain, secret));
}
