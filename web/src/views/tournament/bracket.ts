/** The knock-out from its first round to the final: what was played, what is played, and what comes as it stands. Pure. */

import type { TournamentPublicView, TournamentRoundView, Who } from "#protocol";
import { type Cell, cellIn } from "./standings";

export interface BracketSeat {
  /** Null where nobody can know yet. */
  readonly who: Who | null;
  /** In the round before: "1st of A"; null where that is not known, or where somebody sits. */
  readonly from: { readonly place: number; readonly table: string } | null;
  readonly seed: number | null;
  /** What they made of it. */
  readonly cell: Cell | null;
  readonly fate: "on" | "out" | "open";
}

export interface BracketTable {
  /** "A" for the first of a round; empty where it is the only one. */
  readonly letter: string;
  readonly seats: readonly BracketSeat[];
}

export type Stage = "final" | "semi" | "quarter" | "last";

export interface BracketRound {
  /** By which it can be told from the others. */
  readonly key: string;
  readonly stage: Stage;
  /** How many are still in. */
  readonly people: number;
  readonly state: "over" | "now" | "comes";
  readonly tables: readonly BracketTable[];
  /** Who sits out and goes on all the same. */
  readonly byes: readonly Who[];
}

/** A round of the page's own making, before it has its name. */
type Unnamed = Omit<BracketRound, "stage"> & { readonly isLast: boolean };

const EMPTY = { who: null, from: null, seed: null, cell: null, fate: "open" } as const;

/** Empty where there is no knock-out, or where it is not known yet who plays it. */
export function bracketOf(shown: TournamentPublicView): readonly BracketRound[] {
  const played = shown.rounds.filter(({ stage }) => stage === "knock_out").map((round) => drawn(shown, round));
  return [...played, ...coming(shown, played.at(-1)?.tables)].map(named);
}

function drawn(shown: TournamentPublicView, round: TournamentRoundView): Unnamed {
  const people = round.tables.reduce((sum, { seats }) => sum + seats.length, round.byes.length);
  const tables = round.tables.map(({ seats }, index) => ({
    letter: letterOf(index, round.tables.length),
    seats: seats.map((who) => seatIn(shown, round, who)).toSorted((one, other) => placeOf(one) - placeOf(other)),
  }));
  return {
    key: `round ${round.number}`, people, tables, byes: round.byes, state: round.ended ? "over" : "now",
    isLast: round.tables.length === 1 && round.byes.length === 0,
  };
}

function seatIn(shown: TournamentPublicView, round: TournamentRoundView, who: Who): BracketSeat {
  const standing = shown.standings.find((each) => each.who === who);
  const cell = standing === undefined ? null : cellIn(round, standing);
  const isOver = cell !== null && cell.type !== "plays" && cell.type !== "none";
  return { ...EMPTY, who, cell: isOver ? cell : null, fate: fateOf(round, who) };
}

function fateOf({ through, ended }: TournamentRoundView, who: Who): BracketSeat["fate"] {
  if (through === null || !ended || through.length === 0) return "open";
  return through.includes(who) ? "on" : "out";
}

/** Those who have no place yet stay in the order of their seats, after those who have one. */
function placeOf({ cell }: BracketSeat): number {
  if (cell?.type === "place") return cell.place;
  return cell?.type === "missed" ? 1000 : 100;
}

function coming(shown: TournamentPublicView, before: readonly BracketTable[] | undefined): readonly Unnamed[] {
  let earlier = before;
  return shown.to_come.map(({ tables, byes, people }, index): Unnamed => {
    const from = byes.length === 0 && tables.length === 1 ? places(earlier, advanceOf(shown)) : [];
    const made = tables.map(({ size, seats, seeds }, number) => ({
      letter: letterOf(number, tables.length),
      seats: Array.from({ length: size }, (_, seat): BracketSeat => ({
        ...EMPTY, who: seats[seat] ?? null, seed: seeds[seat] ?? null, from: seats.length === 0 && from.length === size ? from[seat]! : null,
      })),
    }));
    earlier = made;
    return { key: `comes ${index}`, people, tables: made, byes, state: "comes", isLast: index === shown.to_come.length - 1 };
  });
}

/** From where the one table of the next round is filled, if nobody leaves. */
function places(tables: readonly BracketTable[] | undefined, advance: number): readonly NonNullable<BracketSeat["from"]>[] {
  if (tables === undefined || tables.length < 2) return [];
  return tables.flatMap(({ letter: table, seats }) =>
    Array.from({ length: Math.min(advance, Math.max(1, seats.length - 1)) }, (_, index) => ({ place: index + 1, table })),
  );
}

export function advanceOf({ setting: { format } }: TournamentPublicView): number {
  return format.type === "swiss" || format.type === "knock_out" ? (format.advance ?? 2) : 1;
}

/** A, B, … Z, A2, B2, … */
function letterOf(index: number, tables: number): string {
  if (tables === 1) return "";
  const turn = Math.floor(index / 26);
  return String.fromCharCode(65 + (index % 26)) + (turn === 0 ? "" : turn + 1);
}

function named({ isLast, ...round }: Unnamed, index: number, all: readonly Unnamed[]): BracketRound {
  return { ...round, stage: isLast ? "final" : stageOf(round.tables.length, all.length - 1 - index) };
}

/** Two tables before the final are semi-finals, and four before these are quarter-finals. */
function stageOf(tables: number, before: number): Stage {
  if (tables === 2 && before === 1) return "semi";
  return tables === 4 && before === 2 ? "quarter" : "last";
}
