/** Tournaments as the hall lists them over HTTP. */

import type { TournamentPublicView, TournamentSetting } from "#protocol";
import { get } from "./api";

export interface TournamentRow {
  readonly code: string;
  readonly title: string;
  readonly game: string;
  readonly format: TournamentSetting["format"];
  readonly phase: TournamentPublicView["phase"];
  readonly paused: boolean;
  readonly entrants: number;
  /** Without bots. */
  readonly people: number;
  readonly most: number;
  readonly seats: number;
  /** In seconds since 1970. */
  readonly starts: number | null;
  /** Whether everyone may enter, or only those who have the link. */
  readonly open: boolean;
  readonly can_enter: boolean;
  /** Their name; null for the hall itself. */
  readonly host: string | null;
  readonly created: number;
  /** Names, the best first. */
  readonly podium: readonly string[];
}

/** Those that run, then those to come, then the latest that are over. */
export async function listTournaments(): Promise<readonly TournamentRow[]> {
  return (await get<{ tournaments: readonly TournamentRow[] }>("/api/tournaments")).tournaments;
}

export function isComing(row: TournamentRow): boolean {
  return row.phase === "gathering";
}

export function isOver(row: TournamentRow): boolean {
  return row.phase === "done" || row.phase === "cancelled";
}

export function isRunning(row: TournamentRow): boolean {
  return !isComing(row) && !isOver(row);
}
