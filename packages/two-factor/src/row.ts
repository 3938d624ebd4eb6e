/** The user's row of factors. */

import type { TwoFactorRow } from "./tables.ts";

/** A row that says nothing yet. */
export function emptyRow(userId: string, now: Date): TwoFactorRow {
  return {
    id: userId,
    userId,
    secret: null,
    lastStep: null,
    otp: false,
    codes: null,
    pendingSecret: null,
    pendingOtp: false,
    pendingCodes: null,
    failedVerificationCount: 0,
    lockedUntil: null,
    lockedEpoch: null,
    shortLockUntil: null,
    sessionFailures: 0,
    sessionLockedUntil: null,
    verifiedEmail: null,
    factorsChangedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
