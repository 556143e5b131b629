/** Preferences, kept in this browser; until you choose, they follow the system. */

export type Theme = "auto" | "dark" | "light";
export type Motion = "auto" | "full" | "less";
export type Unit = "sips" | "points";
/** How much of what happens is shown. */
export const PACES = ["full", "brisk", "results"] as const;
export type Pace = (typeof PACES)[number];

interface Preferences {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  hints: boolean;
  /** What Three Dice is played for. */
  unit: Unit;
  telling: Pace;
  /** Whether quick reactions are shown. */
  reactions: boolean;
  /** Whether a screen reader says them. */
  reactionsSaid: boolean;
  /** What you played last; empty before your first game. */
  lastGame: string;
  /** What Play now looks for. */
  playTwo: boolean;
  playPeople: boolean;
}

const KEY = "dicehall";
const USUAL: Preferences = {
  theme: "auto",
  motion: "auto",
  sound: true,
  hints: true,
  unit: "sips",
  telling: "full",
  reactions: true,
  reactionsSaid: false,
  lastGame: "",
  playTwo: false,
  playPeople: false,
};

const lightSystem = matchMedia("(prefers-color-scheme: light)");
const stillSystem = matchMedia("(prefers-reduced-motion: reduce)");

export const preferences: Preferences = $state({ ...USUAL, ...kept() });
let system = $state.raw({ light: lightSystem.matches, still: stillSystem.matches });

export function theme(): "dark" | "light" {
  if (preferences.theme !== "auto") return preferences.theme;
  return system.light ? "light" : "dark";
}

/** Whether things may move. */
export function mayMove(): boolean {
  return preferences.motion === "auto" ? !system.still : preferences.motion === "full";
}

/** Call once, where effects may run. */
export function applyPreferences(): void {
  const look = () => (system = { light: lightSystem.matches, still: stillSystem.matches });
  lightSystem.addEventListener("change", look);
  stillSystem.addEventListener("change", look);
  $effect(() => {
    document.documentElement.dataset.theme = theme();
    document.documentElement.dataset.motion = mayMove() ? "full" : "less";
    keep({ ...preferences });
  });
}

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

function keep(what: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // a browser that keeps nothing forgets this as well
  }
}
