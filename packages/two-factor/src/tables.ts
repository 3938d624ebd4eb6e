/** Tables of the second factor, and the column that it adds to `user`. */

import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with what the gate goes by. */
export interface UserWithTwoFactor extends UserRow {
  /** Whether signing in asks for a second factor. Set by a first correct code, never by a client. */
  readonly twoFactorEnabled: boolean | null;
}

/** `twoFactorEnabled`, closed to clients. */
export const twoFactorColumns: TableExtension = {
  extends: "user",
  columns: { twoFactorEnabled: { type: "boolean", default: false } },
};

/** A user's factors, and the count of wrong codes. No answer carries any of it. */
export interface TwoFactorRow {
  /** That of the user: the row can be locked without a look. */
  readonly id: string;
  readonly userId: string;
  /** What the authenticator app shares, encrypted; `null`: no app was confirmed. */
  readonly secret: string | null;
  /** The last step of time whose code was accepted. */
  readonly lastStep: number | null;
  /** Whether codes that are sent were confirmed. */
  readonly otp: boolean;
  /** Which backup codes are good. */
  readonly codes: string | null;
  /** Begun and not confirmed: counts for nothing at sign-in. */
  readonly pendingSecret: string | null;
  readonly pendingOtp: boolean;
  readonly pendingCodes: string | null;
  /** Wrong codes in a row at sign-ins, over all challenges. */
  readonly failedVerificationCount: number;
  readonly lockedUntil: Date | null;
  /** The user's epoch when the lock was set. A later epoch, such as that of a reset, shortens the lock. */
  readonly lockedEpoch: number | null;
  /** When a lock of the configured duration would end: from then on a lock of an earlier epoch counts for nothing. */
  readonly shortLockUntil: Date | null;
  /** The same by people who are signed in: they keep nobody from signing in. */
  readonly sessionFailures: number;
  readonly sessionLockedUntil: Date | null;
  /**
   * The email address whose mailbox the person behind the authenticator app has shown to own; without an app, the person
   * who enrolled sent codes. `null` if they have not. A recovery through a mailbox keeps only factors that carry its address.
   */
  readonly verifiedEmail: string | null;
  /**
   * When a factor, the backup codes or the mark last changed. `null` if they haven't since the row or this column was
   * created. Undoing a change of address removes what is newer than the change.
   */
  readonly factorsChangedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The table `twoFactor`: at most one row a user. */
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
  /** The set it was made with. Good while the user's row names it. */
  readonly batch: string;
  /** 18 bits of a keyed digest: which row a code may be, so that one slow hash is computed and not ten. */
  readonly lookup: string;
  /** A slow hash, as of a password. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** The table `backupCode`: one row a code, gone with its use. */
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
