/** Finds and changes the keys of an event's data that the platform may leave out. */

/** Keys that the mirror requires, and keys that decide how the rest is read. */
const required = new Set(["id", "type", "status", "amount_type", "legacy", "customer_id", "product_id", "benefit_id"]);
const decisive = new Set(["order_id", "meter_id", "custom_field_id", "benefit_type", "country", "func", "benefit"]);

/** Paths of all optional keys, outer ones first. */
export function optionalPlaces(data: unknown): string[][] {
  return placesOf(data).filter((path) => {
    const last = path.at(-1) as string;
    // A list's entries and the seller's own data have no known keys.
    const isOwn = path.some((key) => /^(metadata|custom_field_data|\w+_metadata)$/.test(key)) && path.length > 1;
    // A legacy price decides by its interval.
    const isLegacyInterval = last === "recurring_interval" && Boolean(parentOf(data, path).legacy);
    return !(/^\d+$/.test(last) || isOwn || required.has(last) || decisive.has(last) || isLegacyInterval);
  });
}

/** Removes the key at a path, or sets it to null. */
export function changeAt(data: unknown, path: readonly string[], change: "gone" | "null"): void {
  const parent = parentOf(data, path);
  const last = path.at(-1) as string;
  if (change === "gone") delete parent[last];
  else parent[last] = null;
}

function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesOf(inner, [...path, key])]);
}

function parentOf(data: unknown, path: readonly string[]): Record<string, unknown> {
  return path
    .slice(0, -1)
    .reduce((inner, key) => inner[key] as Record<string, unknown>, data as Record<string, unknown>);
}
