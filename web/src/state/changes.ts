import type { RowChanges } from "#protocol";

/** What is there, with these changes: field by field, but a list, or an object with a `type`, replaces. */
export function applyChanges<T>(old: T, changes: unknown): T {
  if (!isObject(changes) || "type" in changes) return changes as T;
  if (Array.isArray(old)) return withRows(old, changes) as T;
  if (!isObject(old)) return changes as T;
  const result: Record<string, unknown> = { ...old };
  for (const [field, value] of Object.entries(changes)) result[field] = applyChanges(result[field], value);
  return result as T;
}

/** Rows that stay are the same objects, so that only what has changed is drawn again. */
function withRows(old: readonly unknown[], { from = [[0, old.length]], at = {}, more = [] }: RowChanges<unknown>): unknown[] {
  const rows = from.flatMap((piece) => (Array.isArray(piece) ? old.slice(piece[0], piece[0] + piece[1]) : piece));
  for (const [place, changes] of Object.entries(at)) rows[+place] = applyChanges(rows[+place], changes);
  return [...rows, ...more];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
