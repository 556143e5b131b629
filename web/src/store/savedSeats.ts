/** The tables where this browser has a seat, so that it finds back to them when it is opened again. */

const KEY = "dicehall-seats";

export function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((code): code is string => typeof code === "string").slice(0, 10) : [];
  } catch {
    return [];
  }
}

export function keep(codes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(codes));
  } catch {
    // then it is found by its link
  }
}
