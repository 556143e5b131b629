/** The public key of this hall, as the last game that was checked here had it: another one is worth a remark. */

const KEY = "dicehall-hall-key";

export function hallKey(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function saveHallKey(key: string): void {
  try {
    if (key !== "") localStorage.setItem(KEY, key);
  } catch {
    // then every key is the first one
  }
}
