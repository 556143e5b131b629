/** Tournaments for tests: a knock-out of Bluff with as much in it as a test says. */

import type { TournamentPublicView, TournamentRoundView, TournamentTableView, Who } from "#protocol";
import type { FollowedTournament } from "../../src/state/tournament";

type Changed<T> = { readonly [K in keyof T]?: T[K] };

export function table(code: string, status: TournamentTableView["status"], seats: readonly Who[], more: Changed<TournamentTableView> = {}): TournamentTableView {
  return { code, number: 1, seats, status, arrived: [], no_shows: [], points: null, void: false, starts_by: null, progress: null, ...more };
}

export function round(number: number, tables: readonly TournamentTableView[], more: Changed<TournamentRoundView> = {}): TournamentRoundView {
  return { number, stage: "knock_out", tables, byes: [], opens: 100 * number, ended: false, through: null, commit: "", seed: "", ...more };
}

export function shown(people: Readonly<Record<Who, "in" | "away" | "removed">>, more: Changed<TournamentPublicView> = {}): TournamentPublicView {
  return {
    version: 1,
    setting: {
      title: "Friday Cup", game: "bluff", options: {}, seats: 4, least: 2, format: { type: "knock_out" }, most: 500, open: true,
      starts: null, clock: 60, bots: true, between: 30, duplicate: false, teams: null, predictions: true, night: null,
    },
    host: null, second: null, phase: "running", paused: false, can_enter: false,
    entrants: Object.entries(people).map(([who, status]) => ({ who, status, level: null, team: null })),
    barred: [], to_come: [], ended: null,
    standings: [], tie_breaks: [], rounds: [], next: null, podium: [], why: null, created: 0, started: 1, commit: "", lot: "", seed: "", teams: [],
    ...more,
  };
}

export function followed(code: string, view: TournamentPublicView): FollowedTournament {
  return { code, shown: view, people: {}, key: "", now: 0 };
}
