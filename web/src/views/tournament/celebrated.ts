/** Which tournaments this tab has celebrated: confetti falls once. */

const KEY = "dicehall-celebrated";

function codes(): readonly string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? "").split(" ");
  } catch {
    return [];
  }
}

export function celebrated(code: string): boolean {
  return codes().includes(code);
}

export function celebrates(code: string): void {
  try {
    if (!celebrated(code)) sessionStorage.setItem(KEY, [...codes(), code].join(" ").trim());
  } catch {
    // then it falls again
  }
}
