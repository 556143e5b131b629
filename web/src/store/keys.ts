/** The keys of private tables whose links were opened in this browser: anyone who was there need not knock again. */

const KEY = "dicehall-keys";
const MOST = 30;

export function savedKeys(): Readonly<Record<string, string>> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((each): each is [string, string] => typeof each[1] === "string"));
  } catch {
    return {};
  }
}

export function saveKey(table: string, key: string): void {
  if (key === "") return;
  try {
    localStorage.setItem(KEY, JSON.stringify(withKey(savedKeys(), table, key)));
  } catch {
    // then the link is needed again
  }
}

/** The newest last; the oldest are forgotten. */
export function withKey(keys: Readonly<Record<string, string>>, table: string, key: string): Readonly<Record<string, string>> {
  const others = Object.entries(keys).filter(([code]) => code !== table);
  return Object.fromEntries([...others, [table, key] as const].slice(-MOST));
}
