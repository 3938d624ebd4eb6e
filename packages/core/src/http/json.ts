/** Limits the depth of JSON that clients send to be stored. */

/** Maximum nesting depth of an additional field's JSON. A primitive has depth 0, `[]` has depth 1. */
export const maxJsonDepth = 32;

/**
 * Whether a JSON value is nested at most `maxDepth` levels deep. Doesn't recurse, so a malicious value can't exhaust
 * the stack here, or later when it's serialized, compared, or parsed by a client.
 */
export function isNestedWithin(value: unknown, maxDepth: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const objects = level.filter((one) => typeof one === "object" && one !== null) as object[];
    if (objects.length > 0 && depth === maxDepth) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return true;
}
