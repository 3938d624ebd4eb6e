/** Imports factors that users enrolled with another library. */

import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { hashCodes } from "./backup-codes/store.ts";
import { newTwoFactorRow } from "./row.ts";
import { type BackupCodeRow, backupCodeTable, type TwoFactorRow, twoFactorTable } from "./tables.ts";
import { encryptSecret } from "./totp/secret.ts";

/** A user's factors from the other library, in plain text. */
export interface ImportedFactors {
  readonly userId: string;
  /** The secret of the user's authenticator app, in base32. `null` if they have no app. */
  readonly secret: string | null;
  /** Whether sent codes are one of the user's factors. */
  readonly otp: boolean;
  /** Unused backup codes, each of ten letters and digits in the form `xxxxx-xxxxx`. */
  readonly backupCodes: readonly string[];
  /** The email that the user has verified. Recovery through it keeps the factors. Default: `null`. */
  readonly verifiedEmail?: string | null;
}

/** Factors in the form in which they're stored. */
export interface PreparedFactors {
  readonly row: TwoFactorRow;
  readonly codes: readonly BackupCodeRow[];
}

/** Whether a string is a backup code in the supported format, `xxxxx-xxxxx`. */
export function isBackupCode(code: string): boolean {
  return /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/.test(code);
}

/**
 * Encrypts the secret and hashes the backup codes. Computes one slow hash per code, so call it before the transaction.
 * @throws {RangeError} if a backup code has a different format
 */
export async function prepareFactors(context: AuthContext, factors: ImportedFactors): Promise<PreparedFactors> {
  const { userId, secret, otp, backupCodes, verifiedEmail = null } = factors;
  if (!backupCodes.every(isBackupCode)) throw new RangeError("A backup code isn't in the format xxxxx-xxxxx.");
  const { batch, rows } = await hashCodes(context, userId, backupCodes);
  const sealed = secret === null ? null : await encryptSecret(context, userId, secret);
  return {
    row: {
      ...newTwoFactorRow(userId, context.now()),
      secret: sealed,
      otp,
      codes: rows.length > 0 ? batch : null,
      verifiedEmail,
    },
    codes: rows,
  };
}

/**
 * Stores prepared factors in up to three queries. It doesn't change `user.twoFactorEnabled`, which decides whether
 * sign-ins ask for them. Replaces the empty row that a sign-in creates for a user who has 2FA enabled but no factors.
 */
export async function insertFactors(tx: Adapter, { row, codes }: PreparedFactors): Promise<void> {
  await tx.remove(twoFactorTable, { where: { id: row.id, secret: null, otp: false } });
  await tx.insert(twoFactorTable, row);
  if (codes.length > 0) await tx.insertMany(backupCodeTable, codes);
}
