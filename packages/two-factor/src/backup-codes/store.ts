/** Backup codes: made ten at a time, stored as slow hashes, each gone with its use. */

import { hmacSha256, LETTERS_AND_DIGITS, randomId, randomString, toBase64Url } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { type BackupCodeRow, backupCodeTable, type TwoFactorRow, twoFactorTable } from "../tables.ts";

/** New codes: shown once, and the rows that stand for them. */
export interface NewCodes {
  readonly batch: string;
  readonly codes: readonly string[];
  readonly rows: readonly BackupCodeRow[];
}

const howMany = 10;

/** Makes ten codes of 59 bits each. Ten slow hashes, one after the other: call it before the transaction. */
export function makeCodes(context: AuthContext, userId: string): Promise<NewCodes> {
  const codes = Array.from({ length: howMany }, () => {
    const letters = randomString(context.random, 10, LETTERS_AND_DIGITS);
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  return storableCodes(context, userId, codes);
}

/** The rows for codes that are known in plain. As many slow hashes: call it before the transaction. */
export async function storableCodes(context: AuthContext, userId: string, codes: readonly string[]): Promise<NewCodes> {
  const batch = randomId(context.random);
  const rows: BackupCodeRow[] = [];
  for (const code of codes) {
    const [lookup = ""] = lookupsOf(context, userId, code);
    const hash = await context.passwords.hash(code);
    rows.push({ id: randomId(context.random), userId, batch, lookup, hash, createdAt: context.now() });
  }
  return { batch, codes, rows };
}

/** A backup code that was found, and the user's row that says which are good. */
export interface FoundCode {
  readonly id: string;
  readonly row: TwoFactorRow;
}

/**
 * The row of a code that somebody typed. One statement, and a slow hash where it may be right; spends nothing.
 * @param code as `readBackupCode` gave it
 */
export async function findCode(context: AuthContext, userId: string, code: string): Promise<FoundCode | null> {
  const candidates = await context.db.findMany(backupCodeTable, {
    where: { userId, lookup: { in: lookupsOf(context, userId, code) } },
    join: { factors: { table: twoFactorTable, on: { userId: "userId" }, required: true } },
    limit: howMany * 2,
  });
  for (const { id, batch, hash, factors } of candidates) {
    if (batch !== factors.codes) continue;
    if ((await context.passwords.verify(code, hash)).ok) return { id, row: factors };
  }
  return null;
}

/** Uses a code up. Of any number of racing callers one gets it. One statement. */
export async function takeCode(tx: Adapter, id: string): Promise<boolean> {
  return (await tx.take(backupCodeTable, { where: { id } })) !== null;
}

/** Removes every code but those of this batch. One statement. */
export async function removeOtherCodes(tx: Adapter, userId: string, batch: string | null): Promise<void> {
  await tx.remove(backupCodeTable, { where: batch === null ? { userId } : { userId, batch: { ne: batch } } });
}

/** 18 bits of a keyed digest, under each of the app's secrets, the current one first. */
function lookupsOf({ keys }: AuthContext, userId: string, code: string): readonly string[] {
  return keys
    .bytes("two-factor/backup-codes")
    .map((key) => toBase64Url(hmacSha256(key, `${userId}\0${code}`)).slice(0, 3));
}
