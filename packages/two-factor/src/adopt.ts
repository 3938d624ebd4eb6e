/** Factors that were enrolled with another library. */

import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { storableCodes } from "./backup-codes/store.ts";
import { emptyRow } from "./row.ts";
import { type BackupCodeRow, backupCodeTable, type TwoFactorRow, twoFactorTable } from "./tables.ts";
import { sealSecret } from "./totp/secret.ts";

/** A person's factors as they were, in plain. */
export interface ForeignFactors {
  readonly userId: string;
  /** What their authenticator app shares, in base32; `null`: there is none. */
  readonly secret: string | null;
  /** Whether codes that are sent are a factor of theirs. */
  readonly otp: boolean;
  /** Backup codes that are not used up, each of ten letters and digits in the form `xxxxx-xxxxx`. */
  readonly backupCodes: readonly string[];
  /** The address whose mailbox the person has shown to own, for recoveries to keep the factors. Default: `null`. */
  readonly verifiedEmail?: string | null;
}

/** Factors as they are stored here. */
export interface StorableFactors {
  readonly row: TwoFactorRow;
  readonly codes: readonly BackupCodeRow[];
}

/** Whether it is a backup code of the form that is read here. */
export function isBackupCode(code: string): boolean {
  return /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/.test(code);
}

/**
 * Encrypts the secret and hashes the backup codes, one slow hash a code: call it before the transaction.
 * @throws {RangeError} a backup code of another form
 */
export async function sealFactors(context: AuthContext, factors: ForeignFactors): Promise<StorableFactors> {
  const { userId, secret, otp, backupCodes, verifiedEmail = null } = factors;
  if (!backupCodes.every(isBackupCode)) throw new RangeError("A backup code is not of the form xxxxx-xxxxx.");
  const { batch, rows } = await storableCodes(context, userId, backupCodes);
  const sealed = secret === null ? null : await sealSecret(context, userId, secret);
  return {
    row: {
      ...emptyRow(userId, context.now()),
      secret: sealed,
      otp,
      codes: rows.length > 0 ? batch : null,
      verifiedEmail,
    },
    codes: rows,
  };
}

/**
 * Stores sealed factors. Three statements. Whether the person is asked for them is `user.twoFactorEnabled`, which stays.
 * Takes the place of the empty row that a sign-in makes for somebody who is asked and has none.
 */
export async function insertFactors(tx: Adapter, { row, codes }: StorableFactors): Promise<void> {
  await tx.remove(twoFactorTable, { where: { id: row.id, secret: null, otp: false } });
  await tx.insert(twoFactorTable, row);
  if (codes.length > 0) await tx.insertMany(backupCodeTable, codes);
}
