/** A tournament while its host thinks it out: what the form holds always fits together. Pure. */

import type { GivenTournamentSetting, TournamentSetting } from "#protocol";
import type { Format, Terms as KeptTerms } from "../wire/nights";
import type { GameInfo, OptionInfo } from "./catalog.svelte";
import { chosenIn, type Draft, draftOf, withGame } from "./setting";
import { FORMATS } from "./formats";

export const MOST_ENTRANTS = 500;
/** The host starts a tournament in which so many may enter; with fewer it starts when it is full. */
export const MANY = 100;
const USUAL_CLOCK = 60;
const LONGEST_CLOCK = 600;
/** At a table of a tournament. */
const USUAL_SEATS = 4;

/** The host starts it, or it starts when it is full, or at a time. */
export type Start = "host" | "full" | "time";

/** As they are thought out: how few play at a table is always said. */
export interface Terms extends KeptTerms {
  readonly least: number;
}

export interface TournamentDraft extends Terms {
  readonly title: string;
  /** What is played at each table, and how. */
  readonly table: Draft;
  readonly format: Format;
  readonly start: Start;
  /** By the calendar of this browser: "2026-11-20T20:30". */
  readonly at: string;
}

export function usualTerms(seats: number): Terms {
  return { least: Math.max(2, seats - 1), most: MOST_ENTRANTS, open: true, bots: true, between: 30, duplicate: false, teams: null, predictions: true };
}

/** A game as tournaments play it: with a clock of their own, and to an end. */
export function inTournament(game: GameInfo): GameInfo {
  const presets = game.presets
    .filter(({ options }) => !isEndless("match", options["match"]))
    .map((preset) => ({ ...preset, clock: preset.clock !== null && preset.clock > LONGEST_CLOCK ? null : preset.clock }));
  return { ...game, clock: USUAL_CLOCK, presets, options: game.options.map(withAnEnd) };
}

function withAnEnd(option: OptionInfo): OptionInfo {
  return { ...option, values: option.values.filter((value) => !isEndless(option.name, value)) };
}

/** As chosen, but to an end. */
export function withoutEndless(options: Draft["options"], game: GameInfo): Draft["options"] {
  const endless = game.options.filter(({ name }) => isEndless(name, options[name]));
  return { ...options, ...Object.fromEntries(endless.map((option) => [option.name, option.default])) };
}

function isEndless(option: string, value: unknown): boolean {
  return option === "match" && value === "open";
}

/** Many people play at tables of a few. */
export function seatsInTournament(game: GameInfo): number {
  return inRange(USUAL_SEATS, ...game.seats);
}

export function newTournament(game: GameInfo, now: Date): TournamentDraft {
  const table = { ...draftOf(inTournament(game)), seats: seatsInTournament(game) };
  return fitted({ title: "", table, format: FORMATS.swiss, start: "host", at: tonight(now), ...usualTerms(table.seats) }, game);
}

/** One that is there, to be changed. */
export function draftOfTournament(setting: TournamentSetting, game: GameInfo, now: Date): TournamentDraft {
  const usual = newTournament(game, now);
  const { title, least, format, most, open, starts, bots, between, duplicate, teams, predictions, seats, clock, options } = setting;
  const table = { ...usual.table, seats, clock, options: { ...usual.table.options, ...options } };
  const start = starts !== null ? "time" : most < MANY ? "full" : "host";
  const at = starts === null ? usual.at : localTime(new Date(starts * 1000));
  return { title, table, least, format, start, at, most, open, bots, between, duplicate, teams, predictions };
}

export function withTournamentGame(draft: TournamentDraft, game: GameInfo): TournamentDraft {
  const { seats } = draft.table;
  return fitted({ ...draft, table: { ...withGame(draft.table, inTournament(game)), seats } }, game);
}

export function withStart(draft: TournamentDraft, start: Start, game: GameInfo): TournamentDraft {
  const most = start === "full" && draft.most >= MANY ? 2 * draft.table.seats : draft.most;
  return fitted({ ...draft, start, most }, game);
}

/** After any change: what no longer fits gives way. */
export function fitted(draft: TournamentDraft, game: GameInfo): TournamentDraft {
  const seats = inRange(draft.table.seats, ...game.seats);
  const start = draft.format.type === "series" && draft.start === "host" ? "full" : draft.start;
  const most = start === "host" ? MOST_ENTRANTS : draft.most;
  const [format, terms] = fittedTerms(draft.format, { ...draft, most }, seats, game);
  return { ...draft, table: { ...draft.table, seats }, start, format, ...terms };
}

/** The format and the terms as they fit so many seats of this game. */
export function fittedTerms(format: Format, terms: Terms, seats: number, game: GameInfo): readonly [Format, Terms] {
  const { open, bots, between, teams, predictions } = terms;
  const fits = fittedFormat(format, seats);
  const least = inRange(terms.least, game.seats[0], seats);
  const most = inRange(terms.most, ...entrantsIn(fits, least, seats));
  const duplicate = terms.duplicate && noDuplicate(fits, game) === null;
  return [fits, { least, most, open, bots, between, duplicate, teams, predictions }];
}

/** Fewer go on than sit at a table. */
export function fittedFormat(format: Format, seats: number): Format {
  if (format.type !== "swiss" && format.type !== "knock_out") return format;
  return { ...format, advance: inRange(format.advance ?? 2, 1, Math.max(1, seats - 1)) };
}

/** How few and how many may be allowed to enter; a series has one table. */
export function entrantsIn(format: Format, least: number, seats: number): readonly [number, number] {
  return [least, format.type === "series" ? seats : MOST_ENTRANTS];
}

/** Why there are no duplicate dice; null where there may be. */
export function noDuplicate(format: Format, game: GameInfo): "game" | "format" | null {
  if (!game.duplicate) return "game";
  return format.type === "swiss" && !format.last ? null : "format";
}

/** As the hall wants it. */
export function settingOfTournament(draft: TournamentDraft, game: GameInfo): GivenTournamentSetting {
  const { title, table, least, format, most, open, start, at, bots, between, duplicate, teams, predictions } = draft;
  const { seats, clock } = table;
  const options = chosenIn(inTournament(game), table.options);
  const starts = start === "time" ? secondsAt(at) : null;
  return { title: title.trim(), game: game.name, options, seats, least, format, most, open, starts, clock, bots, between, duplicate, teams, predictions };
}

/** Seconds since 1970 of a time of this browser's calendar; null where it is none. */
export function secondsAt(at: string): number | null {
  const milliseconds = new Date(at).getTime();
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

export function localTime(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Half past eight, as long as that is more than an hour away; else the full hour after the next. */
function tonight(now: Date): string {
  const HOUR = 60 * 60 * 1000;
  const usual = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 20, 30);
  if (usual.getTime() - now.getTime() > HOUR) return localTime(usual);
  return localTime(new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 2));
}

function inRange(number: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, number));
}
