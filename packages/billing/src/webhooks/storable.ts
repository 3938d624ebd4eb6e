/** JSON that every database can hold: what some of them refuse is replaced. */

/** NUL characters and halves of surrogate pairs become U+FFFD, in keys as well. Most values come back as they are. */
export function storable<T>(value: T): T {
  return refused(value) ? (cleaned(value) as T) : value;
}

const faults = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function refused(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "";
  // How JSON writes both of them.
  return /\\u(?:0000|d[89a-f])/.test(text);
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return value.replace(faults, "\ufffd");
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(faults, "\ufffd"), cleaned(inner)]),
  );
}
