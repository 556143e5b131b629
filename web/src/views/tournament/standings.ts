/** The standings as a table: a column for each round, what everyone made there, and who goes on. Pure. */

import type { TournamentPublicView, TournamentRoundView, TournamentScoreView, TournamentStandingView, Who } from "#protocol";
import { entrantOf } from "../../state/tournament";

export type Cell =
  | { readonly type: "place"; readonly place: number; readonly of: number; readonly double: boolean }
  | { readonly type: "bye" }
  /** Did not come. */
  | { readonly type: "missed" }
  | { readonly type: "plays"; readonly table: number }
  | { readonly type: "none" };

export interface Line {
  readonly who: Who;
  readonly rank: number;
  readonly points: number;
  readonly ties: Readonly<Record<string, number>>;
  readonly cells: readonly Cell[];
  /** In an arena: the next game counts double. */
  readonly onStreak: boolean;
  readonly isBot: boolean;
  readonly isOut: boolean;
}

const NONE: Cell = { type: "none" };
/** Wins in a row after which games of an arena count double. */
const STREAK = 2;
/** Of an arena: as many of the latest games as fit beside one another. */
const LATEST = 6;

export function isArena(shown: TournamentPublicView): boolean {
  return shown.setting.format.type === "arena";
}

export function linesOf(shown: TournamentPublicView): readonly Line[] {
  const voids = new Set(shown.rounds.flatMap(({ tables }) => tables.filter((table) => table.void).map(({ code }) => code)));
  return shown.standings.map((standing) => {
    const entrant = entrantOf(shown, standing.who);
    return {
      who: standing.who,
      rank: standing.rank,
      points: standing.points,
      ties: Object.fromEntries(shown.tie_breaks.map((name, index) => [name, standing.ties[index] ?? 0])),
      cells: isArena(shown) ? standing.scores.slice(-LATEST).map(cellOf) : shown.rounds.map((round) => cellIn(round, standing)),
      onStreak: isArena(shown) && winsInARow(standing.scores, voids) >= STREAK,
      isBot: entrant?.level != null,
      isOut: entrant?.status !== "in",
    };
  });
}

export function cellIn(round: TournamentRoundView, { who, scores }: TournamentStandingView): Cell {
  const score = scores.find((each) => each.round === round.number);
  if (score !== undefined) return cellOf(score);
  const table = round.tables.find(({ seats }) => seats.includes(who));
  return table === undefined ? NONE : { type: "plays", table: table.number };
}

function cellOf({ place, of, table, double }: TournamentScoreView): Cell {
  if (table === null) return { type: "bye" };
  return place === null ? { type: "missed" } : { type: "place", place, of, double };
}

function winsInARow(scores: readonly TournamentScoreView[], voids: ReadonlySet<string | null>): number {
  const lost = scores.toReversed().findIndex((score) => !isWin(score) || voids.has(score.table));
  return lost === -1 ? scores.length : lost;
}

/** A shared first place is none, and worth less than a whole point. */
function isWin({ place, points, double }: TournamentScoreView): boolean {
  return place === 1 && points >= (double ? 2 : 1);
}

/** Who goes on as it stands, or is still in; null where nobody is cut. Bots take no person's place. */
export function stillIn(shown: TournamentPublicView): ReadonlySet<Who> | null {
  const { format } = shown.setting;
  const last = shown.rounds.at(-1);
  if (last === undefined || shown.phase === "done" || shown.phase === "cancelled") return null;
  if (last.through !== null) return new Set(last.through);
  if (last.stage === "knock_out") return new Set([...last.tables.flatMap(({ seats }) => seats), ...last.byes]);
  if (format.type !== "swiss" || !format.last) return null;
  const here = shown.standings.map((each) => entrantOf(shown, each.who)!).filter(({ status }) => status === "in");
  const order = [...here.filter(({ level }) => level === null), ...here.filter(({ level }) => level !== null)];
  return new Set(order.slice(0, format.last).map(({ who }) => who));
}

/** After which line the cut is; -1 where there is none, or where nobody is below it. */
export function cutAfter(lines: readonly Line[], on: ReadonlySet<Who> | null): number {
  if (on === null || on.size === 0 || isScattered(lines, on)) return -1;
  return on.size === lines.length ? -1 : on.size - 1;
}

/** Bots that do not go on stand among those who do: then these are marked, for a line would lie. */
export function isScattered(lines: readonly Line[], on: ReadonlySet<Who> | null): boolean {
  return on !== null && !lines.slice(0, on.size).every(({ who }) => on.has(who));
}

/** The tie-breaks that have a column of their own; the others are seen in the rounds or decide rarely. */
const COLUMNS = ["opponents", "wins", "fewer_games"];

export function tieColumns(shown: TournamentPublicView): readonly string[] {
  return shown.tie_breaks.filter((name) => COLUMNS.includes(name));
}

/** The first so many, and me. */
export function inShort(lines: readonly Line[], me: Who | undefined, most: number): readonly Line[] {
  return lines.filter(({ who }, index) => index < most || who === me);
}
