/** The plugin's tables, and the column that it adds to `user`. */

import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with the column that the gate reads. */
export interface UserWithTwoFactor extends UserRow {
  /** Whether signing in requires a second factor. Set by the first valid code, never by a client. */
  readonly twoFactorEnabled: boolean | null;
}

/** Adds `twoFactorEnabled`, which clients can't write. */
export const twoFactorColumns: TableExtension = {
  extends: "user",
  columns: { twoFactorEnabled: { type: "boolean", default: false } },
};

/** A user's factors and failure counters. No response includes any of it. */
export interface TwoFactorRow {
  /** The same as `userId`, so the row can be locked without a lookup. */
  readonly id: string;
  readonly userId: string;
  /** The authenticator app's secret, encrypted. `null` if no app was confirmed. */
  readonly secret: string | null;
  /** The last time step whose code was accepted. */
  readonly lastStep: number | null;
  /** Whether sent codes are a confirmed factor. */
  readonly otp: boolean;
  /** The batch of backup codes that's valid. */
  readonly codes: string | null;
  /** An enrollment that isn't confirmed yet. Sign-ins ignore it. */
  readonly pendingSecret: string | null;
  readonly pendingOtp: boolean;
  readonly pendingCodes: string | null;
  /** Wrong codes in a row during sign-ins, across all challenges. */
  readonly failedVerificationCount: number;
  readonly lockedUntil: Date | null;
  /** The user's epoch when the lock was set. A later epoch, such as after a password reset, shortens the lock. */
  readonly lockedEpoch: number | null;
  /** When a lock of the configured duration would end. After that, a lock from an earlier epoch no longer applies. */
  readonly shortLockUntil: Date | null;
  /** Wrong codes in sessions. They never lock sign-ins. */
  readonly sessionFailures: number;
  readonly sessionLockedUntil: Date | null;
  /**
   * The email verified by the user of the authenticator app or, without an app, by the user who enrolled sent codes.
   * `null` if they haven't verified one. Recovery through a mailbox keeps only factors marked with its email.
   */
  readonly verifiedEmail: string | null;
  /**
   * When a factor, the backup codes, or the mark last changed. `null` if they haven't changed since the row or this
   * column was created. Undoing an email change removes factors that are newer than the change.
   */
  readonly factorsChangedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `twoFactor` table. At most one row per user. */
export const twoFactorTable: Table<TwoFactorRow> = defineTable<TwoFactorRow>({
  name: "twoFactor",
  columns: {
    userId: { type: "string", unique: true, references: { table: "user", column: "id" } },
    secret: { type: "text", nullable: true },
    lastStep: { type: "number", nullable: true },
    otp: { type: "boolean", default: false },
    codes: { type: "string", nullable: true },
    pendingSecret: { type: "text", nullable: true },
    pendingOtp: { type: "boolean", default: false },
    pendingCodes: { type: "string", nullable: true },
    failedVerificationCount: { type: "number", default: 0 },
    lockedUntil: { type: "date", nullable: true },
    lockedEpoch: { type: "number", nullable: true },
    shortLockUntil: { type: "date", nullable: true },
    sessionFailures: { type: "number", default: 0 },
    sessionLockedUntil: { type: "date", nullable: true },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    factorsChangedAt: { type: "date", nullable: true, returned: false },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
});

/** A backup code. */
export interface BackupCodeRow {
  readonly id: string;
  readonly userId: string;
  /** The batch it was created in. The code is valid while the user's row names this batch. */
  readonly batch: string;
  /**
   * 18 bits of a keyed digest. It's used to find candidate rows, so that verification takes about one slow hash instead
   * of ten.
   */
  readonly lookup: string;
  /** A slow hash, as for passwords. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** The `backupCode` table. One row per unused code. */
export const backupCodeTable: Table<BackupCodeRow> = defineTable<BackupCodeRow>({
  name: "backupCode",
  columns: {
    userId: { type: "string", references: { table: "user", column: "id" } },
    batch: { type: "string" },
    lookup: { type: "string" },
    hash: { type: "text" },
    createdAt: { type: "date" },
  },
});
