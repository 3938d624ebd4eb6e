/** Bounds on JSON that clients send to be stored as it is. */

/** The deepest JSON that an additional field takes. A plain value has depth 0, `[]` has depth 1. */
export const deepestJson = 32;

/**
 * Whether a value is JSON nested at most `deepest` levels. Doesn't recurse, so a hostile value can't exhaust the stack
 * here, and what passes can't exhaust it later: when it's serialized, compared, or parsed by a client.
 */
export function isNestedWithin(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const objects = level.filter((one) => typeof one === "object" && one !== null) as object[];
    if (objects.length > 0 && depth === deepest) return false;
    level = objects.flatMap((one) => Object.values(one));
  }
  return true;
}
