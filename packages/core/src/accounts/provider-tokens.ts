/** Tokens of providers as they are stored: encrypted, each bound to its row and column. */

import type { AuthContext } from "../plugin/context.ts";
import type { AccountRow } from "./table.ts";

type Column = "accessToken" | "refreshToken" | "idToken";

/** What an account holds of its provider's tokens. */
export type StoredTokens = Pick<AccountRow, Column>;

/** Encrypts tokens for the row with this id. Call it before the transaction. `undefined` stays: it changes nothing. */
export async function sealTokens<T extends { readonly [K in Column]?: string | null | undefined }>(
  context: AuthContext,
  rowId: string,
  tokens: T,
): Promise<T> {
  const sealed: Record<string, unknown> = { ...tokens };
  for (const column of columns) {
    const plain = tokens[column];
    if (plain) sealed[column] = await context.keys.encryption("account").encrypt(plain, place(rowId, column));
  }
  return sealed as T;
}

/** A stored token in plain; `null` where there is none, or where it does not belong to this row and column. */
export async function openToken(context: AuthContext, row: AccountRow, column: Column): Promise<string | null> {
  const stored = row[column];
  if (!stored || !envelope.test(stored)) return stored;
  return context.keys.encryption("account").decrypt(stored, place(row.id, column));
}

const columns: readonly Column[] = ["accessToken", "refreshToken", "idToken"];

/** What encryption makes. Anything else was stored by an app that does not encrypt. */
const envelope = /^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/;

function place(rowId: string, column: Column): string {
  return `${rowId}\0${column}`;
}
