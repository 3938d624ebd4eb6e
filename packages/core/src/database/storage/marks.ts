/** Telling readers that rows have changed: at once, or as soon as the storage can be had again. */

import type { SecondaryStorage } from "./storage.ts";

/** Subjects that a storage could not be told of, each with when no copy from before can be left. */
const owed: WeakMap<SecondaryStorage, Map<string, { readonly until: number }>> = new WeakMap();

/** Most that are kept. Copies of the others last until their time is over. */
const mostOwed = 10_000;

/**
 * Marks these subjects as changed, and with them what could not be marked before.
 *
 * @param ttl milliseconds that a mark lasts
 * @throws {StorageUnavailable} the next call tries them again
 */
export async function markSubjects(storage: SecondaryStorage, subjects: readonly string[], ttl: number): Promise<void> {
  const late = lateFor(storage);
  const tried = new Map(late);
  const all = [...new Set([...tried.keys(), ...subjects])];
  if (all.length === 0) return;
  try {
    await storage.markChanged(all, ttl);
  } catch (error) {
    const until = Date.now() + ttl;
    for (const subject of subjects) if (late.has(subject) || late.size < mostOwed) late.set(subject, { until });
    throw error;
  }
  // One that failed meanwhile is of a later change.
  for (const [subject, one] of tried) if (late.get(subject) === one) late.delete(subject);
}

function lateFor(storage: SecondaryStorage): Map<string, { readonly until: number }> {
  const late = owed.get(storage) ?? new Map<string, { readonly until: number }>();
  owed.set(storage, late);
  const now = Date.now();
  for (const [subject, { until }] of late) if (until <= now) late.delete(subject);
  return late;
}
