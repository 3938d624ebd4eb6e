/** Tokens of providers in a better-auth database: in plain, or encrypted there (`encryptOAuthTokens`). Here they are encrypted. */

import { type AuthContext, accountTable, sealTokens } from "@latchkey/core/plugin";
import type { Tables } from "../doctor/sql.ts";
import { type ForeignSecrets, openForeign } from "./ciphers.ts";

const columns = ["accessToken", "refreshToken", "idToken"] as const;

const pageSize = 500;

/** What is there and no envelope of ours. */
function isForeign({ quote }: Tables): string {
  const envelope = `v1.${"_".repeat(8)}.${"_".repeat(16)}.%`;
  return columns.map((column) => `(${quote(column)} <> '' and ${quote(column)} not like '${envelope}')`).join(" or ");
}

/** How many accounts have such tokens. */
export function countForeignTokens(tables: Tables): Promise<number> {
  return tables.count(tables.quote("account"), isForeign(tables));
}

/** How many are encrypted there under a secret that is not known here. As they are, they would be lost. */
export async function countLockedTokens(tables: Tables, secrets: ForeignSecrets): Promise<number> {
  const names = columns.map(tables.quote).join(", ");
  const foreign = `select ${names} from ${tables.quote("account")} where ${isForeign(tables)} order by id`;
  let locked = 0;
  for (let offset = 0; ; offset += pageSize) {
    const rows = await tables.rows(`${foreign} limit ${pageSize} offset ${offset}`);
    const values = rows.flatMap((row) => columns.map((column) => row[column]));
    locked += values.filter((value) => isSealed(value) && openForeign(secrets, value) === null).length;
    if (rows.length < pageSize) return locked;
  }
}

/** Encrypts them under the secret of the context, some accounts in a transaction. */
export async function sealForeignTokens(context: AuthContext, tables: Tables, secrets: ForeignSecrets): Promise<void> {
  const names = ["id", ...columns].map(tables.quote).join(", ");
  for (;;) {
    const rows = await tables.rows(
      `select ${names} from ${tables.quote("account")} where ${isForeign(tables)} limit ${pageSize}`,
    );
    if (rows.length === 0) return;
    const sealed = await Promise.all(
      rows.map(async (row) => {
        const plain = columns.map((column) => [column, plainOf(row[column], secrets)] as const);
        return { id: String(row.id), set: await sealTokens(context, String(row.id), Object.fromEntries(plain)) };
      }),
    );
    await context.db.transaction(async (tx) => {
      for (const { id, set } of sealed) await tx.update(accountTable, { where: { id }, set });
    });
  }
}

/** `undefined`: nothing to change. */
function plainOf(value: unknown, secrets: ForeignSecrets): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return /^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/.test(value) ? undefined : (openForeign(secrets, value) ?? value);
}

/** As better-auth writes it: with the number of a secret in front, or hexadecimal of a nonce, a tag and more. */
function isSealed(value: unknown): value is string {
  return typeof value === "string" && /^(?:\$ba\$\d+\$|(?:[0-9a-f]{2}){41,}$)/i.test(value);
}
