/**
 * Records what was imported. Another run only adds what's new: it must not restore users, accounts, and passkeys that
 * have been deleted since.
 */

import { createHmacKey, type HmacKey, randomToken, utf8 } from "@latchkey/core/crypto";
import { type Adapter, defineTable, mergeSchema, type Table } from "@latchkey/core/database";
import type { AccountRow, AuthContext, UserRow } from "@latchkey/core/plugin";
import type { PasskeyRow } from "@latchkey/passkey";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";

/** A user, account, or passkey that was imported, or that already existed during an import. */
interface ImportRow {
  /** A keyed hash, because accounts' ids can be longer than a key, and plain hashes of emails can be looked up. */
  readonly id: string;
  readonly importedAt: Date;
  /** The random key of the hashes. Only in the row `key`, which the first import adds. */
  readonly hashKey: string | null;
}

/** The table, which isn't part of the app's schema. */
export const importTable: Table<ImportRow> = defineTable<ImportRow>({
  name: "latchkey_import",
  columns: { importedAt: { type: "date" }, hashKey: { type: "string", nullable: true } },
});

/** Creates the table if it's missing. Returns whether it exists now. With `dryRun`, only looks. */
export async function prepareRecord({ source }: OpenDatabase, dryRun: boolean): Promise<boolean> {
  const { migrations } = sqlAdapter(source).connect(mergeSchema([importTable]));
  if (!migrations) return false;
  if (!dryRun) await migrations.migrate();
  return (await migrations.plan()).statements.length === 0;
}

const keyRow = "key";

/** Reads the key of the hashes. `null` before the first import. */
export async function readHashKey(db: Adapter): Promise<HmacKey | null> {
  const row = await db.findOne(importTable, { where: { id: keyRow } });
  return row?.hashKey ? createHmacKey(utf8(row.hashKey)) : null;
}

/** Reads the key of the hashes, or creates it. */
export async function ensureHashKey(tx: Adapter, { random, now }: AuthContext): Promise<HmacKey> {
  const key = await readHashKey(tx);
  if (key) return key;
  const hashKey = randomToken(random);
  await tx.insert(importTable, { id: keyRow, importedAt: now(), hashKey });
  return createHmacKey(utf8(hashKey));
}

/** Finds a user with another email in a later export. */
export function idKey({ id }: Pick<UserRow, "id">): string {
  return keyOf("user", id);
}

/** Finds a user with another id in a later export. */
export function emailKey({ email }: Pick<UserRow, "email">): string {
  return keyOf("email", email);
}

export function accountKey({ providerId, accountId }: Pick<AccountRow, "providerId" | "accountId">): string {
  return keyOf("account", providerId, accountId);
}

export function passkeyKey({ credentialKey }: Pick<PasskeyRow, "credentialKey">): string {
  return keyOf("passkey", credentialKey);
}

function keyOf(...parts: readonly string[]): string {
  return parts.join("\0");
}

const batchSize = 500;

/** Returns the keys that have been recorded. */
export async function findRecorded(
  db: Adapter,
  hashKey: HmacKey,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < keys.length; at += batchSize) {
    const hashes = new Map(keys.slice(at, at + batchSize).map((key) => [hashKey.signBase64Url(key), key]));
    const where = { id: { in: [...hashes.keys()] } };
    for (const { id } of await db.findMany(importTable, { where, limit: batchSize })) found.add(hashes.get(id) ?? "");
  }
  return found;
}

/** Records keys, except those that have been recorded. */
export async function record(tx: Adapter, hashKey: HmacKey, keys: readonly string[], importedAt: Date): Promise<void> {
  const known = await findRecorded(tx, hashKey, keys);
  const added = [...new Set(keys)].filter((key) => !known.has(key));
  const rows = added.map((key) => ({ id: hashKey.signBase64Url(key), importedAt, hashKey: null }));
  if (rows.length > 0) await tx.insertMany(importTable, rows);
}
