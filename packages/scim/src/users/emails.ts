/** Stores users' emails in a separate table, so that filters can find them with an index. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter, Transaction } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { isObject, type Json } from "../schema/attributes.ts";
import { type ScimUserRow, scimUserEmailTable } from "../tables.ts";

/** Longer values can't be found with the index. Emails are never longer. */
const maxKeyLength = 255;
/** If more users than this share an email, each row is checked instead. */
const maxFound = 400;

function keysOf({ emails }: Json): ReadonlySet<string> {
  const values = (Array.isArray(emails) ? emails : []).map((one) => (isObject(one) ? one.value : undefined));
  const keys = values.filter((value) => typeof value === "string").map((value) => value.toLowerCase());
  return new Set(keys.filter((key) => key !== "" && key.length <= maxKeyLength));
}

/** Stores a user's emails in the change's transaction. Sends no query if they don't change. */
export async function storeEmails(
  tx: Transaction,
  context: RequestContext,
  { id: scimUserId, connectionId, attributes }: ScimUserRow,
  before: Json = {},
): Promise<void> {
  const [known, wanted] = [keysOf(before), keysOf(attributes)];
  const gone = [...known].filter((key) => !wanted.has(key));
  const added = [...wanted].filter((key) => !known.has(key));
  if (gone.length > 0) await tx.remove(scimUserEmailTable, { where: { scimUserId, emailKey: { in: gone } } });
  if (added.length === 0) return;
  const rows = added.map((emailKey) => ({ id: randomId(context.random), connectionId, scimUserId, emailKey }));
  await tx.insertMany(scimUserEmailTable, rows);
}

/** Returns the ids of the users with an email, or `null` if there are too many. Sends one query. */
export async function findByEmail(db: Adapter, connectionId: string, email: string): Promise<readonly string[] | null> {
  const where = { connectionId, emailKey: email.toLowerCase() };
  const rows = await db.findMany(scimUserEmailTable, { where, limit: maxFound + 1 });
  return rows.length > maxFound ? null : rows.map(({ scimUserId }) => scimUserId);
}
