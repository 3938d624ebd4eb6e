/** Records failed attempts in one row per account, action, and hour, so that guessing doesn't fill the audit log. */

import { sha256Base64Url } from "../crypto/digest.ts";
import { UniqueViolation } from "../database/errors.ts";
import { callerOf } from "../kernel/caller.ts";
import type { RequestContext } from "../kernel/context.ts";
import { auditTable } from "../tables/audit.ts";
import { isRecorded, storeAudit } from "./store.ts";

/** An attempt that failed. */
export interface FailedAttempt {
  /** Such as `session.create.failed`. */
  readonly action: string;
  /**
   * The account's user. `null` if there's no account. All attempts without an account share one row per action and
   * hour.
   */
  readonly userId: string | null;
}

const hour = 3_600_000;

/**
 * Counts a failed attempt. The row's `createdAt` is from the first attempt in its hour. `ipAddress` and `userAgent` are
 * from the latest one, because admins look for ongoing attacks.
 *
 * Runs after the response and does the same work for every account, so that response times don't reveal which accounts
 * exist. Uses no transaction unless a plugin has `onAudit`, so that nothing stays open if the app closes its database
 * right after the response. Plugins are told about the first attempt of an hour. Not counted in query budgets.
 */
export function recordFailedAttempt(context: RequestContext, attempt: FailedAttempt): void {
  if (!isRecorded(context)) return;
  const now = context.now();
  context.afterResponse(() => writeFailedAttempt(context, attempt, now));
}

async function writeFailedAttempt(
  context: RequestContext,
  { action, userId }: FailedAttempt,
  now: Date,
): Promise<void> {
  const start = Math.floor(now.getTime() / hour) * hour;
  // The id makes the row unique. One of several concurrent callers inserts it, and the others increment it.
  const id = sha256Base64Url(JSON.stringify([action, userId, start]));
  const { db } = context;
  const caller = callerOf(context);
  const increment = () => db.update(auditTable, { where: { id }, set: { ...caller, count: { increment: 1 } } });
  if ((await increment()) > 0) return;
  const actor = { actorId: null, actorType: "anonymous", onBehalfOf: null };
  const row = { id, action, ...actor, userId, organizationId: null, data: null, count: 1 };
  try {
    await storeAudit(db, context, { ...row, ...caller, createdAt: now });
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    await increment();
  }
}
