/** Identity that follows content. */

/**
 * The newer value, with every part of the older one that says the same, so that what did not change keeps its identity.
 * The order of keys does not count.
 *
 * @param after JSON data with dates; it is changed in place
 */
export function keepSame<T>(before: unknown, after: T): T {
  return shared(before, after, 0) as T;
}

/** Deeper parts are taken as new: comparing them must not exhaust the stack. */
const deepest = 100;

function shared(before: unknown, after: unknown, depth: number): unknown {
  if (
    before === after ||
    depth > deepest ||
    !isObject(before) ||
    !isObject(after) ||
    before.constructor !== after.constructor
  )
    return after;
  if (after instanceof Date) return Number(before) === Number(after) ? before : after;
  const keys = Object.keys(after);
  let isSame = keys.length === Object.keys(before).length;
  for (const key of keys) {
    after[key] = shared(before[key], after[key], depth + 1);
    if (after[key] !== before[key]) isSame = false;
  }
  return isSame ? before : after;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
