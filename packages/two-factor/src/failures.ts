/** Wrong codes: counted by challenge and by account, with a lock that grows. */

import { AuthError } from "@latchkey/core";
import type { Transaction, WhereAll } from "@latchkey/core/database";
import {
  countTry,
  fail,
  peekToken,
  plainMessage,
  putMessage,
  type RequestContext,
  recordAudit,
  recordFailedAttempt,
} from "@latchkey/core/plugin";
import { type Asker, refuseChallenge } from "./asker.ts";
import { challengeToken } from "./challenge/token.ts";
import { twoFactorErrors } from "./errors.ts";
import { lockedKind } from "./lock-notice.ts";
import type { TwoFactorSettings } from "./options.ts";
import { type TwoFactorRow, twoFactorTable } from "./tables.ts";

/** Wrong codes between one lock and the next. */
const further = 5;
/** The longest lock, in seconds. */
const longest = 86_400;

/**
 * Counts a wrong code and refuses it. What a code was is told only once it is counted, and a right one is spent in one
 * step with a look at the same counts: so whoever sends many at once learns no more than one after the other.
 *
 * Somebody who is signed in is counted apart: a stolen session must not lock its owner out.
 *
 * @throws {AuthError} `code`; `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`: this challenge is over;
 *   `ACCOUNT_TEMPORARILY_LOCKED`; `INVALID_TWO_FACTOR_COOKIE`: another request finished the sign-in
 */
export async function refuseCode(
  context: RequestContext,
  settings: TwoFactorSettings,
  asker: Asker,
  code: "INVALID_CODE" | "INVALID_BACKUP_CODE",
): Promise<never> {
  const outcome = await context.db.transaction(async (tx) => {
    // In the order in which right codes take these rows, or two would wait for each other.
    if (asker.kind === "challenge" && (await countTry(tx, context, challengeToken, asker.secret)) === null) {
      return "over" as const;
    }
    const row = await tx.lock(twoFactorTable, asker.userId);
    return row ? countFailure(tx, context, settings, asker, row) : "counted";
  });
  if (outcome === "over") return refuseOver(context, asker);
  if (outcome instanceof Date) return refuseLocked(context, outcome);
  recordFailedAttempt(context, { action: "two-factor.verify.failed", userId: asker.userId });
  return fail(twoFactorErrors, code);
}

/** Until when codes are not looked at; `counted` where they are. */
async function countFailure(
  tx: Transaction,
  context: RequestContext,
  settings: TwoFactorSettings,
  asker: Asker,
  row: TwoFactorRow,
): Promise<Date | "counted"> {
  const now = context.now();
  const known = lockOf(asker, row);
  const end = lockEnd(asker, row);
  if (end && end > now) return end;
  const count = known.count + 1;
  const seconds = lockAfter(count, settings.lock);
  const until = seconds === 0 ? known.until : new Date(now.getTime() + seconds * 1000);
  await tx.update(twoFactorTable, {
    where: { id: row.id },
    set: {
      ...lockColumns(asker, count, until),
      ...(seconds === 0 || asker.kind !== "challenge" ? {} : shortLock(asker.data.epoch, now, settings.lock)),
      updatedAt: now,
    },
  });
  if (seconds === 0 || !until) return "counted";
  const { userId } = row;
  await recordAudit(tx, context, {
    action: "two-factor.lock",
    actorId: userId,
    userId,
    data: { count, by: asker.kind },
  });
  if (settings.lock.tell) {
    await putMessage(tx, context, plainMessage(context, lockedKind, { userId, until: until.getTime() }));
  }
  return "counted";
}

/** Seconds of the lock that the count-th wrong code brings; 0: none. */
export function lockAfter(count: number, { maxFailures, duration }: TwoFactorSettings["lock"]): number {
  const over = count - maxFailures;
  return over < 0 || over % further !== 0 ? 0 : Math.min(longest, duration * 2 ** (over / further));
}

/** What shortens a lock once the user has another epoch. */
function shortLock(epoch: number, now: Date, { duration }: TwoFactorSettings["lock"]): Partial<TwoFactorRow> {
  return { lockedEpoch: epoch, shortLockUntil: new Date(now.getTime() + duration * 1000) };
}

/**
 * When the lock ends for this asker. Somebody who knew the password may have caused a long one: after a reset, or
 * anything else that begins a new epoch, it is as long as the first one. The count of wrong codes stays.
 */
function lockEnd(asker: Asker, row: TwoFactorRow): Date | null {
  if (asker.kind === "session") return row.sessionLockedUntil;
  const { lockedUntil, lockedEpoch, shortLockUntil } = row;
  if (!lockedUntil || !shortLockUntil || lockedEpoch === asker.data.epoch) return lockedUntil;
  return new Date(Math.min(shortLockUntil.getTime(), lockedUntil.getTime()));
}

/** What a row must be for a code to be accepted: not locked. For `where`, so that no look precedes the write. */
export function unlocked(
  context: RequestContext,
  asker: Asker,
  where: WhereAll<TwoFactorRow>,
): readonly WhereAll<TwoFactorRow>[] {
  const over = { lte: context.now() };
  if (asker.kind === "session") {
    return [
      { ...where, sessionLockedUntil: null },
      { ...where, sessionLockedUntil: over },
    ];
  }
  return [
    { ...where, lockedUntil: null },
    { ...where, lockedUntil: over },
    { ...where, lockedEpoch: { ne: asker.data.epoch }, shortLockUntil: over },
  ];
}

/** What a right code sets: no failures. */
export function cleared(asker: Asker): Partial<TwoFactorRow> {
  return lockColumns(asker, 0, null);
}

/** Whether there is anything to clear. */
export function hasFailures(asker: Asker, row: TwoFactorRow): boolean {
  return lockOf(asker, row).count > 0;
}

/** Refuses while the account is locked. A look alone: what decides is `unlocked`. */
export function checkLock(context: RequestContext, asker: Asker, row: TwoFactorRow): void {
  const until = lockEnd(asker, row);
  if (until && until > context.now()) refuseLocked(context, until);
}

async function refuseOver(context: RequestContext, asker: Asker): Promise<never> {
  const left = await peekToken(context.db, context, challengeToken, asker.secret);
  return refuseChallenge(context, left ? "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE" : "INVALID_TWO_FACTOR_COOKIE");
}

function refuseLocked(context: RequestContext, until: Date): never {
  const seconds = String(Math.max(1, Math.ceil((until.getTime() - context.now().getTime()) / 1000)));
  throw new AuthError("ACCOUNT_TEMPORARILY_LOCKED", twoFactorErrors.ACCOUNT_TEMPORARILY_LOCKED, {
    headers: { "retry-after": seconds, "x-retry-after": seconds },
  });
}

function lockOf({ kind }: Asker, row: TwoFactorRow): { readonly count: number; readonly until: Date | null } {
  return kind === "challenge"
    ? { count: row.failedVerificationCount, until: row.lockedUntil }
    : { count: row.sessionFailures, until: row.sessionLockedUntil };
}

function lockColumns({ kind }: Asker, count: number, until: Date | null): Partial<TwoFactorRow> {
  return kind === "challenge"
    ? { failedVerificationCount: count, lockedUntil: until }
    : { sessionFailures: count, sessionLockedUntil: until };
}
