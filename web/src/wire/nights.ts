/** Theme nights as the hall sends them. */

import type { Night, TournamentArena, TournamentKnockOut, TournamentSeries, TournamentSetting, TournamentSwiss } from "#protocol";

export type Format = TournamentSwiss | TournamentKnockOut | TournamentArena | TournamentSeries;

/** A time of day in an IANA zone: every week, or once. */
export type When =
  | { readonly type: "weekly"; readonly at: string; readonly zone: string; /** 0 is Monday. */ readonly weekday: number }
  | { readonly type: "once"; readonly at: string; readonly zone: string; readonly day: string };

/** What a host says of a tournament beside its format, seats and clock. */
export interface Terms extends Pick<TournamentSetting, "most" | "open" | "bots" | "between" | "duplicate" | "teams" | "predictions"> {
  /** Null: as few at a table as the game takes. */
  readonly least: number | null;
}

export interface Theme {
  readonly title: string;
  readonly welcome: string;
  readonly game: string;
  /** Only those that were chosen. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seats: number;
  readonly clock: number;
  readonly look: Night["look"];
  readonly sounds: Night["sounds"];
  /** Null is an open table. */
  readonly tournament: Format | null;
  /** Of the tournament; null: the usual ones. */
  readonly terms: Terms | null;
  /** Null: whenever somebody opens it. */
  readonly when: When | null;
}

/** A theme, and when it comes. */
export interface KeptTheme {
  readonly key: string;
  readonly theme: Theme;
  /** The name of its host; null is the hall itself. */
  readonly host: string | null;
  /** In seconds since 1970. */
  readonly next: number | null;
  /** Opens the form with this theme filled in. */
  readonly link: string;
  /** Whether you can change and remove it. */
  readonly yours: boolean;
}

/** One that has begun: people can come. */
export interface Tonight {
  readonly key: string;
  readonly title: string;
  readonly welcome: string;
  readonly game: string;
  readonly look: Night["look"];
  readonly start: number;
  readonly code: string;
  readonly tournament: boolean;
  /** Whether everyone may come, or only those who have the link. */
  readonly open: boolean;
  readonly link: string;
}

/** One that was missed, or that could not be opened. */
export interface CalledOff {
  readonly key: string;
  readonly title: string;
  readonly start: number;
  /** Empty: the hall was down. Else a sentence. */
  readonly why: string;
}

export interface Programme {
  /** The hall's own clock, in seconds since 1970. */
  readonly now: number;
  readonly tonight: readonly Tonight[];
  /** Those that come, the next first; then those that anyone can open. */
  readonly nights: readonly KeptTheme[];
  readonly called_off: readonly CalledOff[];
}
