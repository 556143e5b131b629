/** The setting of a table while it is being chosen. */

import type { GivenSetting, Setting } from "#protocol";
import type { GameInfo, PresetInfo } from "./catalog.svelte";

export type Chosen = Readonly<Record<string, unknown>>;

export interface Draft {
  game: string;
  /** Every option that can be listed, by name. */
  options: Chosen;
  seats: number;
  clock: number;
  on_timeout: Setting["on_timeout"];
  public: boolean;
  fill: boolean;
  /** null is as usual: `isRated` says what that is. */
  rated: boolean | null;
  odds: boolean;
}

/** As chosen; else public and quick tables are rated, private ones and those with odds are not. */
export function isRated(setting: Pick<Setting, "public" | "rated" | "odds"> & { readonly quick?: boolean }): boolean {
  return setting.rated ?? ((setting.public || setting.quick === true) && !setting.odds);
}

export function draftOf(game: GameInfo): Draft {
  return {
    game: game.name,
    options: usual(game),
    seats: game.usual_seats,
    clock: game.clock,
    on_timeout: "play",
    public: true,
    fill: false,
    rated: null,
    odds: false,
  };
}

/** What a table is set for, as a draft to be changed. */
export function draftFrom(setting: Setting, game: GameInfo): Draft {
  const { seats, clock, on_timeout, public: listed, fill, rated, odds } = setting;
  const options = { ...usual(game), ...setting.options };
  return { game: game.name, options, seats, clock, on_timeout, public: listed, fill, rated, odds };
}

/** Another game: what is about the table stays. */
export function withGame(draft: Draft, game: GameInfo): Draft {
  const { public: listed, fill, rated, odds } = draft;
  return { ...draftOf(game), public: listed, fill, rated, odds };
}

export function withPreset(draft: Draft, game: GameInfo, preset: PresetInfo): Draft {
  return { ...draft, options: { ...usual(game), ...preset.options }, clock: preset.clock ?? game.clock };
}

/** The named variation that this is, if it is one. */
export function presetOf(game: GameInfo, options: Chosen, clock: number): PresetInfo | undefined {
  const all = { ...usual(game), ...options };
  const fits = game.presets.filter((preset) => differing({ ...usual(game), ...preset.options }, all).length === 0);
  return fits.find((preset) => preset.clock === clock) ?? fits.find((preset) => preset.clock === null);
}

/** What a variation changes, by name. */
export function changedBy(preset: PresetInfo, game: GameInfo): readonly string[] {
  return differing(usual(game), preset.options);
}

/** Only what is otherwise than usual. */
export function chosenIn(game: GameInfo, options: Chosen): Chosen {
  return Object.fromEntries(differing(usual(game), options).map((name) => [name, options[name]]));
}

/** As the hall wants it. */
export function settingOf(draft: Draft, game: GameInfo): GivenSetting {
  return { ...draft, options: chosenIn(game, draft.options) as NonNullable<GivenSetting["options"]> };
}

function usual(game: GameInfo): Chosen {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

function differing(one: Chosen, other: Chosen): string[] {
  return Object.keys(other).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}
