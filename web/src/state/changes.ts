/** What is there, with these changes: field by field, but a list, or an object with a `type`, replaces; lists get `more`. */
export function applyChanges<T>(old: T, changes: unknown): T {
  if (Array.isArray(old) && hasMore(changes)) return [...(old as unknown[]), ...changes.more] as T;
  if (!isObject(old) || !isObject(changes) || "type" in changes) return changes as T;
  const result: Record<string, unknown> = { ...old };
  for (const [field, value] of Object.entries(changes)) result[field] = applyChanges(result[field], value);
  return result as T;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasMore(value: unknown): value is { readonly more: readonly unknown[] } {
  return isObject(value) && Array.isArray(value["more"]);
}
