/** Stores the progress of a sync. Only one call at a time continues it. */

import { UniqueViolation } from "@latchkey/core/database";
import { type AuthContext, fail } from "@latchkey/core/plugin";
import { syncErrors } from "../errors.ts";
import { type SyncRow, syncTable } from "./table.ts";

/** There's only one row. */
const rowId = "current";

/** How long a sync stays claimed after its process ended without releasing it, in milliseconds. */
const lease = 30_000;

/** How often a working call extends its claim, in milliseconds. Several attempts can fail before it expires. */
const renewEvery = 8_000;

/** Maximum age of a sync that can be continued, in milliseconds. The payment provider's cursors expire. */
const maxAge = 86_400_000;

/**
 * Claims the unfinished sync, or starts a new one.
 *
 * @param resources the provider's resources, in order
 * @param restart whether to start again even if there's an unfinished one
 * @throws {AuthError} 409 `SYNC_RUNNING` if another call is working on it
 */
export async function claimSync(
  context: AuthContext,
  resources: readonly string[],
  restart: boolean,
): Promise<SyncRow> {
  const { db } = context;
  const now = context.now();
  const stored = await db.findOne<SyncRow, {}>(syncTable, { where: { id: rowId } });
  if (stored?.leaseUntil && stored.leaseUntil > now) fail(syncErrors, "SYNC_RUNNING");
  const claimed = { ...(canContinue(stored, now, restart) ? stored : newSync(resources, now)), ...newLease(now) };
  const step = (stored?.step ?? 0) + 1;
  if (stored) {
    const { id, ...set } = { ...claimed, step };
    const changed = await db.update(syncTable, { where: { id, step: stored.step }, set });
    if (changed === 0) fail(syncErrors, "SYNC_RUNNING");
  } else {
    await insertSync(context, { ...claimed, step });
  }
  return { ...claimed, step };
}

function canContinue(stored: SyncRow | null, now: Date, restart: boolean): stored is SyncRow {
  if (!stored || restart || stored.finishedAt !== null) return false;
  return now.getTime() - stored.startedAt.getTime() < maxAge;
}

function newSync(resources: readonly string[], startedAt: Date): Omit<SyncRow, "leaseUntil" | "step"> {
  return {
    id: rowId,
    resource: resources[0] ?? null,
    cursor: null,
    resources: resources.map((name) => ({ name, fetched: 0, total: null })),
    applied: 0,
    unreadable: 0,
    startedAt,
    finishedAt: null,
  };
}

function newLease(now: Date): Pick<SyncRow, "leaseUntil"> {
  return { leaseUntil: new Date(now.getTime() + lease) };
}

async function insertSync({ db }: AuthContext, row: SyncRow): Promise<void> {
  try {
    await db.insert(syncTable, row);
  } catch (error) {
    if (error instanceof UniqueViolation) fail(syncErrors, "SYNC_RUNNING");
    throw error;
  }
}

/**
 * Stores a step and keeps or ends the lease.
 * @throws {AuthError} 409 `SYNC_RUNNING` if another call has taken over
 */
export async function saveSync(context: AuthContext, row: SyncRow, changes: Partial<SyncRow>): Promise<SyncRow> {
  const saved = { ...row, ...newLease(context.now()), ...changes, step: row.step + 1 };
  const { id, ...set } = saved;
  const changed = await context.db.update(syncTable, { where: { id, step: row.step }, set });
  return changed === 0 ? fail(syncErrors, "SYNC_RUNNING") : saved;
}

/** Extends the claim while a page is read and stored. */
export interface SyncLease {
  /** Sets the row whose claim is extended. */
  follow(row: SyncRow): void;
  stop(): void;
}

/** Extends the claim until it's stopped, so that a slow page doesn't lose it. */
export function keepLease(context: AuthContext, claimed: SyncRow): SyncLease {
  let row = claimed;
  const renew = async (): Promise<void> => {
    try {
      // Matching the step prevents a call that has lost or just released its claim from taking it back.
      const where = { id: row.id, step: row.step, leaseUntil: { ne: null } };
      await context.db.update(syncTable, { where, set: newLease(context.now()) });
    } catch (error) {
      context.log.warn("Couldn't extend the claim on a sync", { error });
    }
  };
  const timer = setInterval(() => void renew(), renewEvery);
  return {
    follow(next) {
      row = next;
    },
    stop: () => clearInterval(timer),
  };
}
