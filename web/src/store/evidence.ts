/** What this browser keeps of games whose dice did not hold: the last few, until the person throws them away. */

const KEY = "dicehall-evidence";
const MOST = 5;

export interface Evidence {
  /** Of the file to save. */
  readonly name: string;
  readonly text: string;
}

export function keptEvidence(): readonly Evidence[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Evidence[];
  } catch {
    return [];
  }
}

export function keepEvidence(evidence: Evidence): void {
  const others = keptEvidence().filter(({ name }) => name !== evidence.name);
  try {
    localStorage.setItem(KEY, JSON.stringify([evidence, ...others].slice(0, MOST)));
  } catch {
    // no room for it: the sheet asks the player to save it
  }
}

export function forgetEvidence(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // then there is none
  }
}

export function saveFile({ name, text }: Evidence): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
