/** Encrypts provider tokens for storage, bound to their row and column. */

import type { AuthContext } from "../kernel/context.ts";
import type { AccountRow } from "../tables/account.ts";

type Column = "accessToken" | "refreshToken" | "idToken";

/** The stored provider tokens of an account. */
export type StoredTokens = Pick<AccountRow, Column>;

/**
 * Encrypts tokens for the row with this id. Call it before the transaction. Keeps `undefined`, which changes nothing.
 */
export async function encryptProviderTokens<T extends { readonly [K in Column]?: string | null | undefined }>(
  context: AuthContext,
  rowId: string,
  tokens: T,
): Promise<T> {
  const encrypted: Record<string, unknown> = { ...tokens };
  for (const column of columns) {
    const plain = tokens[column];
    if (plain) encrypted[column] = await context.keys.encryption("account").encrypt(plain, bindingFor(rowId, column));
  }
  return encrypted as T;
}

/**
 * Decrypts a stored token. Returns unencrypted tokens unchanged. `null` if there's none, or if it can't be decrypted
 * for this row and column.
 */
export async function decryptProviderToken(
  context: AuthContext,
  row: AccountRow,
  column: Column,
): Promise<string | null> {
  const stored = row[column];
  if (!stored || !envelope.test(stored)) return stored;
  return context.keys.encryption("account").decrypt(stored, bindingFor(row.id, column));
}

const columns: readonly Column[] = ["accessToken", "refreshToken", "idToken"];

/** The form of an encrypted token. Anything else was stored by an app that doesn't encrypt. */
const envelope = /^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/;

function bindingFor(rowId: string, column: Column): string {
  return `${rowId}\0${column}`;
}
