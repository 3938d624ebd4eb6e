/** Migrates sessions from a better-auth database, which stores their tokens as plain text. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { type AuthContext, sessionTable } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";

/** A hashed token has 43 characters. better-auth's tokens have 32. */
function unhashedConditions({ quote, has }: Tables): { readonly all: string; readonly acting: string } {
  const all = `length(${quote("token")}) <> 43`;
  return {
    all,
    acting: has("session", "impersonatedBy") ? `${all} and ${quote("impersonatedBy")} is not null` : `1 = 0`,
  };
}

/** Counts the sessions whose tokens aren't hashed. */
export function countUnhashedSessions(tables: Tables): Promise<number> {
  return tables.count(tables.quote("session"), unhashedConditions(tables).all);
}

/** Ends all sessions whose tokens aren't hashed. */
export async function endSessions(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  await execute(`delete from ${tables.quote("session")} where ${unhashedConditions(tables).all}`);
}

/**
 * Replaces each token with its hash. Impersonated sessions are ended, because it's unknown which session started them.
 */
export async function hashSessions(context: AuthContext, tables: Tables, { execute }: OpenDatabase): Promise<void> {
  const session = tables.quote("session");
  const { all, acting } = unhashedConditions(tables);
  await execute(`delete from ${session} where ${acting}`);
  for (;;) {
    const rows = await tables.rows(
      `select id, ${tables.quote("token")} as token from ${session} where ${all} limit 1000`,
    );
    if (rows.length === 0) return;
    await context.db.transaction(async (tx) => {
      for (const row of rows) {
        const token = String(row.token);
        await tx.update(sessionTable, { where: { id: String(row.id), token }, set: { token: sha256Base64Url(token) } });
      }
    });
  }
}
