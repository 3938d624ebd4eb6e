/**
 * Encrypts provider tokens from a better-auth database, where they are plain text or encrypted (`encryptOAuthTokens`).
 */

import { type AuthContext, accountTable, encryptProviderTokens } from "@latchkey/core/plugin";
import type { Tables } from "../doctor/sql.ts";
import { type BetterAuthSecrets, decryptBetterAuth } from "./ciphers.ts";

const columns = ["accessToken", "refreshToken", "idToken"] as const;

const pageSize = 500;

/** Matches tokens that Latchkey hasn't encrypted. */
function importableCondition({ quote }: Tables): string {
  const envelope = `v1.${"_".repeat(8)}.${"_".repeat(16)}.%`;
  return columns.map((column) => `(${quote(column)} <> '' and ${quote(column)} not like '${envelope}')`).join(" or ");
}

/** Counts accounts with tokens that Latchkey hasn't encrypted. */
export function countImportableTokens(tables: Tables): Promise<number> {
  return tables.count(tables.quote("account"), importableCondition(tables));
}

/** Counts tokens that better-auth encrypted with an unknown secret. They would be lost in the migration. */
export async function countUnreadableTokens(tables: Tables, secrets: BetterAuthSecrets): Promise<number> {
  const names = columns.map(tables.quote).join(", ");
  const foreign = `select ${names} from ${tables.quote("account")} where ${importableCondition(tables)} order by id`;
  let locked = 0;
  for (let offset = 0; ; offset += pageSize) {
    const rows = await tables.rows(`${foreign} limit ${pageSize} offset ${offset}`);
    const values = rows.flatMap((row) => columns.map((column) => row[column]));
    locked += values.filter((value) => isEncrypted(value) && decryptBetterAuth(secrets, value) === null).length;
    if (rows.length < pageSize) return locked;
  }
}

/** Encrypts the tokens with the context's secret, with several accounts per transaction. */
export async function encryptImportedTokens(
  context: AuthContext,
  tables: Tables,
  secrets: BetterAuthSecrets,
): Promise<void> {
  const names = ["id", ...columns].map(tables.quote).join(", ");
  for (;;) {
    const rows = await tables.rows(
      `select ${names} from ${tables.quote("account")} where ${importableCondition(tables)} limit ${pageSize}`,
    );
    if (rows.length === 0) return;
    const sealed = await Promise.all(
      rows.map(async (row) => {
        const plain = columns.map((column) => [column, decryptToken(row[column], secrets)] as const);
        return {
          id: String(row.id),
          set: await encryptProviderTokens(context, String(row.id), Object.fromEntries(plain)),
        };
      }),
    );
    await context.db.transaction(async (tx) => {
      for (const { id, set } of sealed) await tx.update(accountTable, { where: { id }, set });
    });
  }
}

/** Returns the plain token, or `undefined` if there's nothing to change. */
function decryptToken(value: unknown, secrets: BetterAuthSecrets): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return /^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/.test(value) ? undefined : (decryptBetterAuth(secrets, value) ?? value);
}

/**
 * Whether better-auth encrypted the value. It's prefixed with a secret's version, or hex of at least a nonce, a tag,
 * and one byte.
 */
function isEncrypted(value: unknown): value is string {
  return typeof value === "string" && /^(?:\$ba\$\d+\$|(?:[0-9a-f]{2}){41,}$)/i.test(value);
}
