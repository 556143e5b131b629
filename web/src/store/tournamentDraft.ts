/** What somebody has typed of a tournament, for as long as the tab is open: making an account loses nothing of it. */

import type { TournamentDraft } from "../games/tournament";

const KEY = "dicehall-tournament";

/** Null where there is none, or not one that a form can begin with. */
export function savedDraft(usual: TournamentDraft): TournamentDraft | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isLike(found, usual) ? found : null;
  } catch {
    return null;
  }
}

export function saveDraft(draft: TournamentDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // then it lasts as long as the form
  }
}

/** Another version of the page may have left something else. */
export function isLike(found: unknown, usual: TournamentDraft): found is TournamentDraft {
  if (typeof found !== "object" || found === null) return false;
  const fields = found as Record<string, unknown>;
  return Object.entries(usual).every(([name, value]) => typeof fields[name] === typeof value && (value === null || fields[name] !== null));
}
