/** What can be shown of any game without knowing it: its values by player, its other values, its dice, its moves. */

import type { Told } from "../../state/fold";
import type { AnyMove } from "../../state/moves";
import { thisGame } from "../../state/story";

export type Scalar = number | string | boolean | null;

/** Any game's board. */
export type Fields = Readonly<Record<string, unknown>>;

/** One value for each seat. */
export interface Column {
  readonly name: string;
  readonly values: readonly Scalar[];
}

/** A value of the table, or of what the game is in the middle of. */
export interface Fact {
  readonly name: string;
  readonly values: readonly Scalar[];
  /** Whether the values are seats. */
  readonly seats: boolean;
}

/** The moves of one type, in their order. */
export interface Group {
  readonly type: string;
  readonly moves: readonly AnyMove[];
}

export interface Throw {
  /** That of its event in the story. */
  readonly id: number;
  readonly faces: readonly number[];
}

const PHASE = "phase";
/** What games call a seat, and what they call several. */
const A_SEAT = new Set(["seat", "thrower", "winner", "leader", "starter", "resident"]);
const SEATS = new Set(["seats", "left", "fallen", "queue", "order", "players"]);
/** What games call the faces of a throw. */
const FACES = ["dice", "faces", "face", "number"];

/** Arrays with one entry for each seat; where an entry is made of several values, each of these is a column. */
export function columns(board: Fields, seats: number): readonly Column[] {
  return Object.entries(board).flatMap(([name, value]): readonly Column[] => {
    if (!isPerSeat(name, value, seats)) return [];
    if (value.every(isScalar)) return [{ name, values: value }];
    return value.every(isRecord) ? columnsOf(value) : [];
  });
}

function columnsOf(entries: readonly Fields[]): readonly Column[] {
  const names = Object.keys(entries[0] ?? {}).filter((name) => entries.every((entry) => isScalar(entry[name])));
  return names.map((name) => ({ name, values: entries.map((entry) => entry[name] as Scalar) }));
}

/** What stands beside a face: the score, or the first number that all have. */
export function score(board: Fields, seats: number): Column | undefined {
  const numbers = columns(board, seats).filter((column) => column.values.every(isNumber));
  return numbers.find((column) => column.name === "scores") ?? numbers[0];
}

/** What the game is in the middle of; undefined where it does not say. */
export function phaseOf(board: Fields): string | undefined {
  const phase = board[PHASE];
  return isRecord(phase) && typeof phase["type"] === "string" ? phase["type"] : undefined;
}

/** Everything else that is simple enough to be read: first the board's own values, then those of the phase. */
export function facts(board: Fields, seats: number): readonly Fact[] {
  const phase = board[PHASE];
  return [...factsIn(board, seats), ...(isRecord(phase) ? factsIn(phase, seats) : [])];
}

function factsIn(fields: Fields, seats: number): readonly Fact[] {
  return Object.entries(fields).flatMap(([name, value]): readonly Fact[] => {
    if (name === "type" || name === PHASE || isPerSeat(name, value, seats)) return [];
    if (isScalar(value)) return value === null ? [] : [{ name, values: [value], seats: A_SEAT.has(name) }];
    const isList = Array.isArray(value) && value.length > 0 && value.every(isScalar);
    return isList ? [{ name, values: value, seats: SEATS.has(name) }] : [];
  });
}

/** What the dice show that this game has thrown last, where it is public. */
export function lastThrow(story: readonly Told[], isThrown: (told: Told) => boolean): Throw | undefined {
  for (const { id, event } of thisGame(story).filter(isThrown).toReversed()) {
    for (const name of FACES) {
      const value = (event as unknown as Fields)[name];
      const faces: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (faces.length > 0 && faces.every(isNumber)) return { id, faces };
    }
  }
  return undefined;
}

export function groups(moves: readonly AnyMove[]): readonly Group[] {
  const types = [...new Set(moves.map((move) => move.type))];
  return types.map((type) => ({ type, moves: moves.filter((move) => move.type === type) }));
}

/** A name of the rules as people read it: "sips_left" is "Sips left". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isPerSeat(name: string, value: unknown, seats: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length === seats && !SEATS.has(name);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ["number", "string", "boolean"].includes(typeof value);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
