/** Which hints this browser has shown already. */

const KEY = "dicehall-hints";

export function seen(game: string, moment: string): boolean {
  return kept().includes(`${game}-${moment}`);
}

export function remember(game: string, moment: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept(), `${game}-${moment}`]));
  } catch {
    // then it is shown once more the next time
  }
}

/** All of them are shown again, each at its moment. */
export function forgetHints(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as readonly string[]) : [];
  } catch {
    return [];
  }
}
