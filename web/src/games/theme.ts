/** A theme night while its host thinks it out. Pure. */

import type { Look } from "../look/looks";
import type { Format, Theme, When } from "../wire/nights";
import type { GameInfo } from "./catalog.svelte";
import { type Draft, draftOf, settingOf } from "./setting";

export interface ThemeDraft {
  readonly title: string;
  readonly welcome: string;
  /** What is played, and how. */
  readonly table: Draft;
  readonly look: Look;
  readonly sounds: Theme["sounds"];
  /** Null is an open table. */
  readonly tournament: Format | null;
  readonly when: When | null;
}

/** As the hall has them where nothing else is chosen. */
export const FORMATS: Readonly<Record<Format["type"], Format>> = {
  swiss: { type: "swiss", rounds: 5, last: 0, advance: 2 },
  knock_out: { type: "knock_out", advance: 2 },
  arena: { type: "arena", minutes: 60 },
  series: { type: "series", games: 5 },
};

export function newTheme(game: GameInfo): ThemeDraft {
  return { title: "", welcome: "", table: draftOf(game), look: "hall", sounds: "all", tournament: null, when: null };
}

/** One that is kept or shared, to be changed. */
export function draftOfTheme(theme: Theme, game: GameInfo): ThemeDraft {
  const usual = draftOf(game);
  const table = { ...usual, options: { ...usual.options, ...theme.options }, seats: theme.seats, clock: theme.clock };
  const { title, welcome, look, sounds, tournament, when } = theme;
  return { title, welcome, table, look, sounds, tournament, when };
}

/** As the hall wants it. */
export function themeOf(draft: ThemeDraft, game: GameInfo): Theme {
  const { options = {}, seats, clock } = settingOf(draft.table, game) as Required<Pick<Draft, "seats" | "clock">> & Pick<Theme, "options">;
  const { title, welcome, look, sounds, tournament, when } = draft;
  return { title: title.trim(), welcome: welcome.trim(), game: game.name, options, seats, clock, look, sounds, tournament, when };
}
