/**
 * Records what was imported. Another run only adds what's new: it must not restore users, accounts, and passkeys that
 * have been deleted since.
 */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { type Adapter, defineTable, mergeSchema, type Table } from "@latchkey/core/database";
import type { AccountRow, UserRow } from "@latchkey/core/plugin";
import type { PasskeyRow } from "@latchkey/passkey";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";

/** A user, account, or passkey that was imported, or that already existed during an import. */
interface ImportRow {
  /** A hash, because accounts' ids can be longer than a key. */
  readonly id: string;
  readonly importedAt: Date;
}

/** The table, which isn't part of the app's schema. */
export const importTable: Table<ImportRow> = defineTable<ImportRow>({
  name: "latchkey_import",
  columns: { importedAt: { type: "date" } },
});

/** Creates the table if it's missing. Returns whether it exists now. With `dryRun`, only looks. */
export async function prepareRecord({ source }: OpenDatabase, dryRun: boolean): Promise<boolean> {
  const { migrations } = sqlAdapter(source).connect(mergeSchema([importTable]));
  if (!migrations) return false;
  if (!dryRun) await migrations.migrate();
  return (await migrations.plan()).statements.length === 0;
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
  return sha256Base64Url(parts.join("\0"));
}

const batchSize = 500;

/** Returns the keys that have been recorded. */
export async function findRecorded(db: Adapter, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < keys.length; at += batchSize) {
    const where = { id: { in: keys.slice(at, at + batchSize) } };
    for (const { id } of await db.findMany(importTable, { where, limit: batchSize })) found.add(id);
  }
  return found;
}

/** Records keys, except those that have been recorded. */
export async function record(tx: Adapter, keys: readonly string[], importedAt: Date): Promise<void> {
  const known = await findRecorded(tx, keys);
  const rows = [...new Set(keys)].filter((id) => !known.has(id)).map((id) => ({ id, importedAt }));
  if (rows.length > 0) await tx.insertMany(importTable, rows);
}
