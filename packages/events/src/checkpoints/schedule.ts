/** Schedules hourly checkpoints, and removes those for entries that are no longer kept. */

import { type Adapter, UniqueViolation } from "@latchkey/core/database";
import {
  type AuditRow,
  type AuthContext,
  createMessage,
  type OutboxHandler,
  type RequestContext,
  storeMessage,
} from "@latchkey/core/plugin";
import { auditCheckpointTable } from "../tables.ts";
import { createCheckpoints, hour, removedEarly, settleTime, startOfHour } from "./create.ts";

/** The kind of outbox messages that create checkpoints. */
export const checkpointKind = "audit-checkpoint";

const scheduledKey: unique symbol = Symbol("scheduled checkpoint");

/**
 * Schedules the checkpoint for an entry's hour. This happens after the response, because the hour's message might
 * already exist, and inserting it again would make the transaction fail. Entries that are created outside of a request
 * are covered by the next request's checkpoint, or by `removeExpired`.
 */
export function scheduleCheckpoint(entry: AuditRow, context: AuthContext): void {
  if (!isRequest(context)) return;
  const end = startOfHour(entry.createdAt).getTime() + hour;
  if (Number(context.appCache.get(scheduledKey) ?? 0) >= end) return;
  context.appCache.set(scheduledKey, end);
  context.afterResponse(() => storeCheckpointMessage(context.db, context, end));
}

async function storeCheckpointMessage(db: Adapter, context: AuthContext, end: number): Promise<void> {
  const message = { ...createMessage(context, checkpointKind, {}), id: `audit-checkpoint-${end}` };
  try {
    await storeMessage(db, context, message, new Date(end + settleTime));
  } catch (error) {
    // Another instance has already scheduled it.
    if (!(error instanceof UniqueViolation)) throw error;
  }
}

function isRequest(context: AuthContext): context is RequestContext {
  return "afterResponse" in context;
}

/** Creates checkpoints when their message is due. An instance that has fallen behind needs more than the usual time. */
export const checkpointHandler: OutboxHandler = Object.assign(
  async (_: unknown, context: AuthContext) => void (await createCheckpoints(context)),
  { concurrency: 1, timeoutMs: 300_000 },
);

/**
 * Removes the checkpoints of entries that `removeExpired` deletes now or in the next hour. Returns how many. All
 * entries of a span are in its last hour.
 */
export async function removeOldCheckpoints({ db, now, settings }: AuthContext): Promise<number> {
  const { auditRetention } = settings;
  if (auditRetention === null) return 0;
  const end = new Date(now().getTime() - auditRetention + removedEarly);
  return db.remove(auditCheckpointTable, { where: { upTo: { lt: end } } });
}
