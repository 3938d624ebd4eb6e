/** Queries on the `passkey` table. */

import type { Adapter, Transaction } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";
import { userTable } from "@latchkey/core/plugin";
import { maxPasskeys, type PasskeyRow, passkeyTable } from "./tables.ts";

/** Maximum passkeys to read per user. Imported users can have more than `maxPasskeys`. */
const maxListed = 5 * maxPasskeys;

/** Returns the user's passkeys, oldest first. Sends one query. */
export function findPasskeys(db: Adapter, userId: string): Promise<PasskeyRow[]> {
  return db.findMany(passkeyTable, {
    where: { userId },
    orderBy: [{ column: "createdAt", direction: "asc" }],
    limit: maxListed,
  });
}

/** Returns how many passkeys the user has. Sends one query. */
export function countPasskeys(db: Adapter, userId: string): Promise<number> {
  return db.count(passkeyTable, { where: { userId } });
}

/** A passkey and its user. */
export interface PasskeyWithUser extends PasskeyRow {
  readonly user: UserRow;
}

const userJoin = { user: { table: userTable, on: { id: "userId" }, required: true } } as const;

/** Returns the passkey with this credential, and its user. Sends one query. */
export function findByCredential(db: Adapter | Transaction, credentialKey: string): Promise<PasskeyWithUser | null> {
  return db.findOne(passkeyTable, { where: { credentialKey }, join: userJoin });
}
