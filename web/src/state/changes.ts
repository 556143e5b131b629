/** Lay changes over what is there: field by field, but a list, or an object with a `type`, replaces. */
export function lay<T>(old: T, changes: unknown): T {
  if (!isObject(old) || !isObject(changes) || "type" in changes) return changes as T;
  const laid: Record<string, unknown> = { ...old };
  for (const [field, value] of Object.entries(changes)) laid[field] = lay(laid[field], value);
  return laid as T;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
