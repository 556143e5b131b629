import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";
import { REACTIONS } from "../../src/state/reactions";
import { COLOURS, PATTERNS } from "../../src/state/teams";
import { catalogues, faultsOf, missing } from "./languages";

const sources = import.meta.glob<string>("../../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

const all = catalogues();

const FORMATS = ["table", "swiss", "knock_out", "arena", "series"];
const STARTS = ["host", "full", "time"];

/** Where a key depends on a value, all that the value can be. */
const DEPENDING: Readonly<Record<string, readonly string[]>> = {
  "gone-${reason}": ["gone-closed", "gone-kicked", "gone-no_table", "gone-locked", "gone-full", "gone-no_spectators", "gone-knocking", "gone-no_knocking", "gone-no_name"],
  "gone-${reason}-cure": ["gone-closed-cure", "gone-kicked-cure", "gone-no_table-cure", "gone-locked-cure", "gone-knocking-cure", "gone-no_knocking-cure", "gone-no_name-cure", "gone-no_spectators-cure"],
  "account-kind-${you.kind}": ["account-kind-guest", "account-kind-account", "account-kind-administrator"],
  "account-scope-${sign_in.scope}": ["account-scope-play", "account-scope-read"],
  "person-${past.result}": ["person-won", "person-lost", "person-broken_off"],
  "dice-verdict-${verdictOn(size)}": ["few", "even", "odd", "rare", "usual"].map((verdict) => `dice-verdict-${verdict}`),
  "account-reset-${what}": resets(""),
  "account-reset-${what}-warning": resets("-warning"),
  "account-reset-${what}-done": resets("-done"),
  "badge-${badge}": ["badge-crown", "badge-shield", "badge-target", "badge-out"],
  "call-${call.type}": ["call-open", "call-arrived", "call-missed"],
  "call-said-${call.type}": ["call-said-soon", "call-said-open", "call-said-arrived", "call-said-missed"],
  "fixture-${fate}": ["fixture-on", "fixture-out", "fixture-away"],
  "fixture-next-${next.what}": ["fixture-next-pairing", "fixture-next-opening", "fixture-next-end"],
  "telling-${value}": ["telling-full", "telling-brisk", "telling-results"],
  "odds-risk-${name}": ["odds-risk-plot_twist", "odds-risk-direct_hit", "odds-risk-no_shield"],
  "odds-model-${odds.model}": ["any", "best", "hard", "normal", "easy", "simple"].map((model) => `odds-model-${model}`),
  "seal-${seal}": ["ok", "partly", "broken", "silent"].map((seal) => `seal-${seal}`),
  "seal-lead-${seal}": ["ok", "partly", "broken", "silent"].map((seal) => `seal-lead-${seal}`),
  "seal-${what}-${why}": sealed(),
  "reaction-${name}": REACTIONS.map((name) => `reaction-${name}`),
  "tab-${name}": ["tab-story", "tab-chat"],
  "hall-row-${row.state}": ["hall-row-waiting", "hall-row-playing", "hall-row-finished"],
  "hall-line-${trouble}": lines(""),
  "hall-line-${trouble}-more": lines("-more"),
  "cup-column-${name}": ["cup-column-opponents", "cup-column-wins", "cup-column-fewer_games"],
  "cup-tie-${name}": "points opponents wins latest fewer_games reached place before lot".split(" ").map((name) => `cup-tie-${name}`),
  "cup-next-${next.what}": ["start", "pairing", "opening", "end"].map((what) => `cup-next-${what}`),
  "cup-table-${table.status}": ["soon", "waiting", "playing"].map((status) => `cup-table-${status}`),
  "cup-why-${shown.why ?? \"host\"}": ["cup-why-host", "cup-why-too_few", "cup-why-missed"],
  "night-look-${each}": ["hall", "harbour", "garden", "lantern", "frost", "carnival"].map((look) => `night-look-${look}`),
  "night-sounds-${value}": ["all", "dice", "none"].map((sounds) => `night-sounds-${sounds}`),
  "night-${wrong}": ["night-past", "night-far"],
  "format-${value}": FORMATS.map((format) => `format-${format}`),
  "format-${kind}-means": FORMATS.map((format) => `format-${format}-means`),
  "cup-form-teams-${value}": ["none", "sum", "best"].map((kind) => `cup-form-teams-${kind}`),
  "team-colour-${colour}": COLOURS.map((colour) => `team-colour-${colour}`),
  "team-pattern-${pattern}": PATTERNS.map((pattern) => `team-pattern-${pattern}`),
  "cup-stage-${stage}": ["final", "semi", "quarter", "last"].map((stage) => `cup-stage-${stage}`),
  "cup-bracket-${fate}": ["cup-bracket-on", "cup-bracket-out"],
  "cup-host-is-${state}": ["cup-host-is-away", "cup-host-is-removed"],
  "cup-form-start-${value}": STARTS.map((start) => `cup-form-start-${start}`),
  "cup-form-start-${draft.start}-means": STARTS.map((start) => `cup-form-start-${start}-means`),
  "cup-form-at-${wrongTime}": ["cup-form-at-past", "cup-form-at-far"],
  "cup-form-duplicate-no-${why}": ["cup-form-duplicate-no-game", "cup-form-duplicate-no-format"],
  "predict-void-${pool.why}": ["left", "reset", "void", "closed", "off"].map((why) => `predict-void-${why}`),
  "predict-closed-${pool.why}": ["predict-closed-declared", "predict-closed-clear"],
  "lobby-time-${setting.on_timeout}": ["lobby-time-play", "lobby-time-kick"],
};

function lines(end: string): string[] {
  return ["banned", "restarting", "shut", "offline", "lost", "connecting", "uncertain", "away"].map((trouble) => `hall-line-${trouble}${end}`);
}

/** What the check of the dice can find, with the reasons that it gives. */
function sealed(): string[] {
  const reasons = {
    record: ["unreadable"],
    commitment: ["ok", "failed", "absent", "none"],
    secret: ["ok", "failed", "missing"],
    seeds: ["ok", "failed", "absent"],
    own: ["ok", "failed", "spectator", "none", "quick", "elsewhere", "entrants"],
    dice: ["ok", "failed", "unknown", "rules"],
    shown: ["ok", "failed", "absent", "unknown"],
    digest: ["ok", "failed", "other", "absent"],
    signed: ["ok", "failed", "none", "gone"],
    key: ["ok", "first", "other"],
    log: ["ok", "failed", "absent"],
  };
  return Object.entries(reasons).flatMap(([what, whys]) => whys.map((why) => `seal-${what}-${why}`));
}

function resets(end: string): string[] {
  return ["leaderboard", "everything"].map((what) => `account-reset-${what}${end}`);
}

/** Every string in the first argument of `t(…)`, also where one of two is chosen. */
function asked(source: string): string[] {
  const calls = source.matchAll(/(?<![\w.])t\(\s*((?:[^"'`(),]|"[^"]*"|`[^`]*`)*)/g);
  return [...calls].flatMap(([, first]) => strings(first!));
}

function strings(argument: string): string[] {
  const chosen = argument.includes("?") ? argument.slice(argument.indexOf("?")) : argument;
  return [...chosen.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template!);
}

test("the sources are there to be looked at", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(20);
});

test.each(all)("both catalogues of $language can be read whole, and no key is there twice", (catalogue) => {
  expect(faultsOf(catalogue)).toEqual([]);
});

test.each(Object.entries(sources))("%s asks only for words that every language has", (_, source) => {
  const keys = asked(source).flatMap((key) => (key.includes("${") ? (DEPENDING[key] ?? [key]) : [key]));
  expect(missing(keys, all)).toEqual([]);
});

test.each(all)("every word of the page in $language is asked for somewhere", ({ page }) => {
  const sourceText = Object.values(sources).join("\n");
  const depending = new Set(Object.values(DEPENDING).flat());
  const ownedElsewhere = /^link-/; // what the server says of a link
  const unused = new FluentResource(page).body
    .map((message) => message.id)
    .filter((key) => !ownedElsewhere.test(key) && !depending.has(key) && !sourceText.includes(`"${key}"`));
  expect(unused).toEqual([]);
});
