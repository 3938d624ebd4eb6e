/** Failed attempts: one row for each account, action and hour, so that guesses don't fill the audit log. */

import { sha256Base64Url } from "../crypto/digest.ts";
import { UniqueViolation } from "../database/errors.ts";
import { callerOf } from "../plugin/caller.ts";
import type { RequestContext } from "../plugin/context.ts";
import { auditTable } from "./table.ts";

/** An attempt that failed. */
export interface FailedAttempt {
  /** `session.create.failed`, … */
  readonly action: string;
  /** Whose account it was. `null`: no account's. All of those are counted in one row. */
  readonly userId: string | null;
}

const hour = 3_600_000;

/**
 * Counts a failed attempt. `createdAt` of the row is that of the first one in its hour. `ipAddress` and `userAgent` are those
 * of the latest one, because an attack that goes on is what an admin looks at.
 *
 * It happens after the answer: an account that doesn't exist must not be answered sooner. For the same reason the work is
 * the same for every account. It takes no transaction, so that nothing stays open if the app closes its database right
 * after the answer. Not counted in endpoints' budgets.
 */
export function recordFailedAttempt(context: RequestContext, attempt: FailedAttempt): void {
  if (!context.settings.audit) return;
  const now = context.now();
  context.afterAnswer(() => countAttempt(context, attempt, now));
}

async function countAttempt(context: RequestContext, { action, userId }: FailedAttempt, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / hour) * hour;
  // The id makes the row the only one: of parallel callers one inserts it, and the others add to it.
  const id = sha256Base64Url(JSON.stringify([action, userId, start]));
  const { db } = context;
  const caller = callerOf(context);
  const addOne = () => db.update(auditTable, { where: { id }, set: { ...caller, count: { increment: 1 } } });
  if ((await addOne()) > 0) return;
  const row = { id, action, actorId: null, onBehalfOf: null, userId, organizationId: null, data: null, count: 1 };
  try {
    await db.insert(auditTable, { ...row, ...caller, createdAt: now });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    await addOne();
  }
}
