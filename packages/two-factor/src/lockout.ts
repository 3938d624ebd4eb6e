/** Counts wrong codes per challenge and per user, and locks verification for increasing periods. */

import { AuthError } from "@latchkey/core";
import type { Transaction, WhereAll } from "@latchkey/core/database";
import {
  createMessage,
  enqueueMessage,
  fail,
  peekToken,
  pendingSignInToken,
  type RequestContext,
  recordAttempt,
  recordAudit,
  recordFailedAttempt,
} from "@latchkey/core/plugin";
import { twoFactorErrors } from "./errors.ts";
import { lockoutMailKind } from "./lockout-mail.ts";
import type { TwoFactorSettings } from "./options.ts";
import { type TwoFactorRow, twoFactorTable } from "./tables.ts";
import { rejectPausedSignIn, type VerificationSubject } from "./verification-subject.ts";

/** Number of wrong codes between locks. */
const failuresBetweenLocks = 5;
/** The longest lock, in seconds. */
const maxLockSeconds = 86_400;

/**
 * Counts a wrong code and rejects it. The result is revealed only after counting, and a correct code is consumed in the
 * same write that checks the lock, so concurrent guesses reveal no more than sequential ones.
 *
 * Attempts in a session are counted separately, so a stolen session can't lock its owner out.
 *
 * @throws {AuthError} `code` if the code is wrong, `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE` if the challenge has no
 * attempts left, `ACCOUNT_TEMPORARILY_LOCKED`, or `INVALID_TWO_FACTOR_COOKIE` if another request finished the sign-in
 */
export async function rejectCode(
  context: RequestContext,
  settings: TwoFactorSettings,
  subject: VerificationSubject,
  code: "INVALID_CODE" | "INVALID_BACKUP_CODE",
): Promise<never> {
  const outcome = await context.db.transaction(async (tx) => {
    // Lock the rows in the same order as for correct codes, to prevent deadlocks.
    if (
      subject.kind === "challenge" &&
      (await recordAttempt(tx, context, pendingSignInToken, subject.secret)) === null
    ) {
      return "over" as const;
    }
    const row = await tx.lock(twoFactorTable, subject.userId);
    return row ? recordFailure(tx, context, settings, subject, row) : "counted";
  });
  if (outcome === "over") return rejectExhaustedSignIn(context, subject);
  if (outcome instanceof Date) return rejectLocked(context, outcome);
  recordFailedAttempt(context, { action: "two-factor.verify.failed", userId: subject.userId });
  return fail(twoFactorErrors, code);
}

/** Returns the end of the current lock, or `counted` if there was none and the failure was counted. */
async function recordFailure(
  tx: Transaction,
  context: RequestContext,
  settings: TwoFactorSettings,
  subject: VerificationSubject,
  row: TwoFactorRow,
): Promise<Date | "counted"> {
  const now = context.now();
  const state = failureState(subject, row);
  const end = lockExpiry(subject, row);
  if (end && end > now) return end;
  const count = state.count + 1;
  const seconds = lockSecondsAfter(count, settings.lock);
  const until = seconds === 0 ? state.until : new Date(now.getTime() + seconds * 1000);
  await tx.update(twoFactorTable, {
    where: { id: row.id },
    set: {
      ...lockColumns(subject, count, until),
      ...(seconds === 0 || subject.kind !== "challenge"
        ? {}
        : shortLockColumns(subject.data.epoch, now, settings.lock)),
      updatedAt: now,
    },
  });
  if (seconds === 0 || !until) return "counted";
  const { userId } = row;
  await recordAudit(tx, context, {
    action: "two-factor.lock",
    actorId: userId,
    userId,
    data: { count, by: subject.kind },
  });
  if (settings.lock.sendLocked) {
    await enqueueMessage(tx, context, createMessage(context, lockoutMailKind, { userId, until: until.getTime() }));
  }
  return "counted";
}

/** Returns how long the lock lasts that the `count`-th wrong code triggers, in seconds. 0 if it triggers none. */
export function lockSecondsAfter(count: number, { maxFailures, duration }: TwoFactorSettings["lock"]): number {
  const excess = count - maxFailures;
  return excess < 0 || excess % failuresBetweenLocks !== 0
    ? 0
    : Math.min(maxLockSeconds, duration * 2 ** (excess / failuresBetweenLocks));
}

/** Returns the columns that determine how long the lock lasts once the user has a new epoch. */
function shortLockColumns(epoch: number, now: Date, { duration }: TwoFactorSettings["lock"]): Partial<TwoFactorRow> {
  return { lockedEpoch: epoch, shortLockUntil: new Date(now.getTime() + duration * 1000) };
}

/**
 * Returns when the lock ends for this subject. Someone with the password could have caused a long lock, so after a
 * password reset or anything else that starts a new epoch, it lasts only as long as the first lock. The failure count
 * doesn't change.
 */
function lockExpiry(subject: VerificationSubject, row: TwoFactorRow): Date | null {
  if (subject.kind === "session") return row.sessionLockedUntil;
  const { lockedUntil, lockedEpoch, shortLockUntil } = row;
  if (!lockedUntil || !shortLockUntil || lockedEpoch === subject.data.epoch) return lockedUntil;
  return new Date(Math.min(shortLockUntil.getTime(), lockedUntil.getTime()));
}

/** Adds "not locked" to a `where`, so that the write itself checks the lock. */
export function whereUnlocked(
  context: RequestContext,
  subject: VerificationSubject,
  where: WhereAll<TwoFactorRow>,
): readonly WhereAll<TwoFactorRow>[] {
  const expired = { lte: context.now() };
  if (subject.kind === "session") {
    return [
      { ...where, sessionLockedUntil: null },
      { ...where, sessionLockedUntil: expired },
    ];
  }
  return [
    { ...where, lockedUntil: null },
    { ...where, lockedUntil: expired },
    { ...where, lockedEpoch: { ne: subject.data.epoch }, shortLockUntil: expired },
  ];
}

/** Returns the columns that clear the failures after a correct code. */
export function clearedFailures(subject: VerificationSubject): Partial<TwoFactorRow> {
  return lockColumns(subject, 0, null);
}

/** Whether there are failures to clear. */
export function hasFailures(subject: VerificationSubject, row: TwoFactorRow): boolean {
  return failureState(subject, row).count > 0;
}

/**
 * Rejects the request early if verification is locked. `whereUnlocked` is the check that counts.
 * @throws {AuthError} `ACCOUNT_TEMPORARILY_LOCKED`
 */
export function checkLock(context: RequestContext, subject: VerificationSubject, row: TwoFactorRow): void {
  const until = lockExpiry(subject, row);
  if (until && until > context.now()) rejectLocked(context, until);
}

async function rejectExhaustedSignIn(context: RequestContext, subject: VerificationSubject): Promise<never> {
  const left = await peekToken(context.db, context, pendingSignInToken, subject.secret);
  return rejectPausedSignIn(context, left ? "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE" : "INVALID_TWO_FACTOR_COOKIE");
}

function rejectLocked(context: RequestContext, until: Date): never {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - context.now().getTime()) / 1000));
  const seconds = String(retryAfter);
  throw new AuthError("ACCOUNT_TEMPORARILY_LOCKED", twoFactorErrors.ACCOUNT_TEMPORARILY_LOCKED, {
    headers: { "retry-after": seconds, "x-retry-after": seconds },
    details: { retryAfter },
  });
}

function failureState(
  { kind }: VerificationSubject,
  row: TwoFactorRow,
): { readonly count: number; readonly until: Date | null } {
  return kind === "challenge"
    ? { count: row.failedVerificationCount, until: row.lockedUntil }
    : { count: row.sessionFailures, until: row.sessionLockedUntil };
}

function lockColumns({ kind }: VerificationSubject, count: number, until: Date | null): Partial<TwoFactorRow> {
  return kind === "challenge"
    ? { failedVerificationCount: count, lockedUntil: until }
    : { sessionFailures: count, sessionLockedUntil: until };
}
