/** What a hall has signed about a game, and where that is in its public log. docs/public-log.md has the exact bytes. */

import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type GameRecord, startOf } from "./record";
import { digest } from "./tower";

/** Where a statement is in the log. */
export interface Place {
  readonly number: number;
  readonly previous: string;
  readonly key: string;
  readonly signature: string;
}

export interface GameInLog {
  readonly commitment: Place;
  readonly start: Place;
  readonly end: Place;
}

export interface Line extends Place {
  readonly kind: keyof GameInLog;
  readonly hash: string;
}

/** The game's three lines in the log, as they follow from its record; null where it carries none. */
export function linesOf(record: GameRecord): readonly Line[] | null {
  const { log, salt = "", commit = "", digest: end = "", levels = [] } = record.header.dice ?? {};
  if (!log) return null;
  const seats = levels.map((level) => (level === null ? "person" : `bot ${level}`));
  return [
    { ...log.commitment, kind: "commitment", hash: hashOf("dicehall commitment 1", salt, commit) },
    { ...log.start, kind: "start", hash: hashOf("dicehall start 1", salt, commit, bytesToHex(startOf(record.header)), ...seats) },
    { ...log.end, kind: "end", hash: hashOf("dicehall end 1", salt, commit, end) },
  ];
}

function hashOf(...lines: readonly string[]): string {
  return bytesToHex(digest(lines.join("\n")));
}

/** Whether its key has signed it, for this very place in the log. */
export function isSigned({ number, previous, kind, hash, key, signature }: Line): boolean {
  const text = ["dicehall log 1", number, previous, kind, hash, key].join("\n");
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(key), { zip215: false }); // as RFC 8032 says
  } catch {
    return false; // no key, or no signature
  }
}
