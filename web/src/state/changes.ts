/** What is there, with these changes: field by field, but a list, or an object with a `type`, replaces. */
export function applyChanges<T>(old: T, changes: unknown): T {
  if (!isObject(old) || !isObject(changes) || "type" in changes) return changes as T;
  const result: Record<string, unknown> = { ...old };
  for (const [field, value] of Object.entries(changes)) result[field] = applyChanges(result[field], value);
  return result as T;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
