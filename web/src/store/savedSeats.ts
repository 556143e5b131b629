/** The tables where this browser has a seat, so that it finds back to them when it is opened again. */

const KEY = "dicehall-seats";

export function savedSeats(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((code): code is string => typeof code === "string").slice(0, 10) : [];
  } catch {
    return [];
  }
}

export function saveSeats(codes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(codes));
  } catch {
    // then it is found by its link
  }
}

/** Which tables to find back to, by what was heard of them since; one that nothing was heard of yet stays. */
export function seatsToSave(kept: readonly string[], mine: readonly string[], lost: readonly string[]): readonly string[] {
  const stay = kept.filter((code) => mine.includes(code) || !lost.includes(code));
  return [...stay, ...mine.filter((code) => !kept.includes(code))];
}
