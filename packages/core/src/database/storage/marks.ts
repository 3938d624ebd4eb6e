/** Telling readers that rows have changed: at once, or as soon as the storage can be had again. */

import type { SecondaryStorage } from "./storage.ts";

/** Subjects that a storage could not be told of, each with when no copy from before can be left. */
export type PendingMarks = Map<string, { readonly until: number }>;

/** Where to mark, and what is still to be marked. */
export interface MarkTarget {
  readonly storage: SecondaryStorage;
  /** How long a mark that a row has changed must last, in milliseconds. */
  readonly markTtl: number;
  /** What an app could not mark yet; its writers and readers share it. */
  readonly pendingMarks: PendingMarks;
}

/** Most that are kept. Copies of the others last until their time is over. */
const maxPendingSubjects = 10_000;

/**
 * Marks these subjects as changed, and with them what could not be marked before.
 * @throws {StorageUnavailable} the next call tries them again
 */
export async function markSubjectsChanged(
  { storage, markTtl: ttl, pendingMarks: late }: MarkTarget,
  subjects: readonly string[],
): Promise<void> {
  dropExpired(late);
  const tried = new Map(late);
  const all = [...new Set([...tried.keys(), ...subjects])];
  if (all.length === 0) return;
  try {
    await storage.markChanged(all, ttl);
  } catch (error) {
    const until = Date.now() + ttl;
    for (const subject of subjects)
      if (late.has(subject) || late.size < maxPendingSubjects) late.set(subject, { until });
    throw error;
  }
  // One that failed meanwhile is of a later change.
  for (const [subject, one] of tried) if (late.get(subject) === one) late.delete(subject);
}

function dropExpired(late: PendingMarks): void {
  const now = Date.now();
  for (const [subject, { until }] of late) if (until <= now) late.delete(subject);
}
