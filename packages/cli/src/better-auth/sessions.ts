/** Sessions of a better-auth database, whose tokens lie in the clear. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { type AuthContext, sessionTable } from "@latchkey/core/plugin";
import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";

/** What a token is hashed to has 43 characters; theirs have 32. */
function foreign({ quote, has }: Tables): { readonly all: string; readonly acting: string } {
  const all = `length(${quote("token")}) <> 43`;
  return {
    all,
    acting: has("session", "impersonatedBy") ? `${all} and ${quote("impersonatedBy")} is not null` : `1 = 0`,
  };
}

/** How many there are. */
export function countForeignSessions(tables: Tables): Promise<number> {
  return tables.count(tables.quote("session"), foreign(tables).all);
}

/** Ends all of them. */
export async function endSessions(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  await execute(`delete from ${tables.quote("session")} where ${foreign(tables).all}`);
}

/**
 * Puts the hash of each token in place of the token. Sessions in which an administrator acts as somebody are ended: from
 * which session they were begun is not known.
 */
export async function hashSessions(context: AuthContext, tables: Tables, { execute }: OpenDatabase): Promise<void> {
  const session = tables.quote("session");
  const { all, acting } = foreign(tables);
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
