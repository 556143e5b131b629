/** A theme night while its host thinks it out. Pure. */

import type { Look } from "../look/looks";
import type { Format, Theme, When } from "../wire/nights";
import type { GameInfo } from "./catalog.svelte";
import { type Draft, draftOf, settingOf, withGame } from "./setting";
import { fittedTerms, inTournament, seatsInTournament, type Terms, usualTerms, withoutEndless } from "./tournament";

export interface ThemeDraft {
  readonly title: string;
  readonly welcome: string;
  /** What is played, and how. */
  readonly table: Draft;
  readonly look: Look;
  readonly sounds: Theme["sounds"];
  /** Null is an open table. */
  readonly tournament: Format | null;
  /** Of the tournament, if it is one. */
  readonly terms: Terms;
  readonly when: When | null;
}

export function newTheme(game: GameInfo): ThemeDraft {
  const table = draftOf(game);
  return { title: "", welcome: "", table, look: "hall", sounds: "all", tournament: null, terms: usualTerms(table.seats), when: null };
}

/** One that is kept or shared, to be changed. */
export function draftOfTheme(theme: Theme, game: GameInfo): ThemeDraft {
  const usual = draftOf(game);
  const table = { ...usual, options: { ...usual.options, ...theme.options }, seats: theme.seats, clock: theme.clock };
  const { title, welcome, look, sounds, tournament, when } = theme;
  const least = theme.terms?.least ?? game.seats[0];
  return { title, welcome, table, look, sounds, tournament, terms: { ...usualTerms(theme.seats), ...theme.terms, least }, when };
}

/** The game as it is played: a tournament plays it to an end. */
export function gameOfTheme({ tournament }: Pick<ThemeDraft, "tournament">, game: GameInfo): GameInfo {
  return tournament === null ? game : inTournament(game);
}

/** Another game, at tables as it is usually played. */
export function withThemeGame(draft: ThemeDraft, game: GameInfo): ThemeDraft {
  return withUsualSeats({ ...draft, table: withGame(draft.table, gameOfTheme(draft, game)) }, game);
}

/** An open table, or who plays whom. One table for everyone has more seats than the tables of a tournament. */
export function withFormat(draft: ThemeDraft, tournament: Format | null, game: GameInfo): ThemeDraft {
  const next = { ...draft, tournament };
  return (draft.tournament === null) === (tournament === null) ? fittedTheme(next, game) : withUsualSeats(next, game);
}

function withUsualSeats(draft: ThemeDraft, game: GameInfo): ThemeDraft {
  const seats = draft.tournament === null ? game.usual_seats : seatsInTournament(game);
  return fittedTheme({ ...draft, table: { ...draft.table, seats }, terms: { ...draft.terms, least: usualTerms(seats).least } }, game);
}

/** After any change: what no longer fits gives way. */
export function fittedTheme(draft: ThemeDraft, game: GameInfo): ThemeDraft {
  if (draft.tournament === null) return draft;
  const options = withoutEndless(draft.table.options, game);
  const [tournament, terms] = fittedTerms(draft.tournament, draft.terms, draft.table.seats, game);
  return { ...draft, table: { ...draft.table, options }, tournament, terms };
}

/** As the hall wants it. */
export function themeOf(draft: ThemeDraft, game: GameInfo): Theme {
  const { options = {}, seats, clock } = settingOf(draft.table, game) as Required<Pick<Draft, "seats" | "clock">> & Pick<Theme, "options">;
  const { title, welcome, look, sounds, tournament, when } = draft;
  const terms = tournament === null ? null : draft.terms;
  return { title: title.trim(), welcome: welcome.trim(), game: game.name, options, seats, clock, look, sounds, tournament, terms, when };
}
