/** Creates a user's empty `twoFactor` row. */

import type { TwoFactorRow } from "./tables.ts";

/** Returns a row without any factors. */
export function newTwoFactorRow(userId: string, now: Date): TwoFactorRow {
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
