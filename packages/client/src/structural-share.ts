/** Keeps the identity of data whose content didn't change. */

/**
 * Returns the newer value, reusing every part of the older one with the same content. The order of keys doesn't matter.
 *
 * @param after JSON data with dates. Changed in place.
 */
export function structuralShare<T>(before: unknown, after: T): T {
  return shareNode(before, after, 0) as T;
}

/** Parts nested deeper count as changed, so that comparing them can't overflow the stack. */
const maxDepth = 100;

function shareNode(before: unknown, after: unknown, depth: number): unknown {
  if (
    before === after ||
    depth > maxDepth ||
    !isObject(before) ||
    !isObject(after) ||
    before.constructor !== after.constructor
  )
    return after;
  if (after instanceof Date) return Number(before) === Number(after) ? before : after;
  const keys = Object.keys(after);
  let isSame = keys.length === Object.keys(before).length;
  for (const key of keys) {
    after[key] = shareNode(before[key], after[key], depth + 1);
    if (after[key] !== before[key]) isSame = false;
  }
  return isSame ? before : after;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return Object(value) === value;
}
