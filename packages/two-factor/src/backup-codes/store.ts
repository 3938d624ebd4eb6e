/** Creates, stores, and consumes backup codes. There are ten per batch, stored as slow hashes, and each works once. */

import { hmacSha256, LETTERS_AND_DIGITS, randomId, randomString, toBase64Url } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { type BackupCodeRow, backupCodeTable, type TwoFactorRow, twoFactorTable } from "../tables.ts";

/** New backup codes in plain text, to show once, and the rows to store for them. */
export interface GeneratedCodes {
  readonly batch: string;
  readonly codes: readonly string[];
  readonly rows: readonly BackupCodeRow[];
}

const codesPerBatch = 10;

/** Characters on each side of a code's dash. */
const halfLength = 5;

/** Length of a code in characters. */
export const backupCodeLength = 2 * halfLength + 1;

/** Creates ten codes of 59 bits each. Computes ten slow hashes in sequence, so call it before the transaction. */
export function generateCodes(context: AuthContext, userId: string): Promise<GeneratedCodes> {
  const codes = Array.from({ length: codesPerBatch }, () => {
    const letters = randomString(context.random, 2 * halfLength, LETTERS_AND_DIGITS);
    return `${letters.slice(0, halfLength)}-${letters.slice(halfLength)}`;
  });
  return hashCodes(context, userId, codes);
}

/** Creates the rows for existing codes. Computes one slow hash per code, so call it before the transaction. */
export async function hashCodes(
  context: AuthContext,
  userId: string,
  codes: readonly string[],
): Promise<GeneratedCodes> {
  const batch = randomId(context.random);
  const rows: BackupCodeRow[] = [];
  for (const code of codes) {
    const [lookup = ""] = lookupDigests(context, userId, code);
    const hash = await context.passwords.hash(code);
    rows.push({ id: randomId(context.random), userId, batch, lookup, hash, createdAt: context.now() });
  }
  return { batch, codes, rows };
}

/** A matching backup code, and the user's row with the valid batch. */
export interface MatchedCode {
  readonly id: string;
  readonly row: TwoFactorRow;
}

/**
 * Finds the row of a code that a user entered, without consuming it. Sends one query, and computes a slow hash for each
 * candidate.
 * @param code normalized by `backupCodeInput`
 */
export async function findCode(context: AuthContext, userId: string, code: string): Promise<MatchedCode | null> {
  const candidates = await context.db.findMany(backupCodeTable, {
    where: { userId, lookup: { in: lookupDigests(context, userId, code) } },
    join: { factors: { table: twoFactorTable, on: { userId: "userId" }, required: true } },
    limit: codesPerBatch * 2,
  });
  for (const { id, batch, hash, factors } of candidates) {
    if (batch !== factors.codes) continue;
    if ((await context.passwords.verify(code, hash)).ok) return { id, row: factors };
  }
  return null;
}

/** Consumes a code. If several calls run concurrently, only one returns `true`. Sends one query. */
export async function consumeBackupCode(tx: Adapter, id: string): Promise<boolean> {
  return (await tx.consume(backupCodeTable, { where: { id } })) !== null;
}

/** Returns how many of the user's codes are left. Sends one query, or none for a user without codes. */
export async function countBackupCodes(
  db: Adapter,
  { userId, codes }: Pick<TwoFactorRow, "userId" | "codes">,
): Promise<number> {
  return codes === null ? 0 : db.count(backupCodeTable, { where: { userId, batch: codes } });
}

/** Deletes all codes except those of this batch. Sends one query. */
export async function removeOtherCodes(tx: Adapter, userId: string, batch: string | null): Promise<void> {
  await tx.remove(backupCodeTable, { where: batch === null ? { userId } : { userId, batch: { ne: batch } } });
}

/** Returns 18 bits of a keyed digest for each of the app's secrets, starting with the current one. */
function lookupDigests({ keys }: AuthContext, userId: string, code: string): readonly string[] {
  return keys
    .bytes("two-factor/backup-codes")
    .map((key) => toBase64Url(hmacSha256(key, `${userId}\0${code}`)).slice(0, 3));
}
