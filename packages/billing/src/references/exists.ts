/** Whether a user or an organization exists. */

import { type Row, type Transaction, widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import type { Reference } from "./access.ts";

/** Name of the organization table. It doesn't exist if the app keeps organizations elsewhere. */
export const organizationTableName = "organization";

/**
 * Locks the user or the organization until the transaction ends, so that it can't be deleted in the meantime. Sends one
 * query.
 *
 * @returns whether it exists. Always true if the organization plugin's table doesn't exist, because then only the app
 * knows its organizations.
 */
export async function lockReference(tx: Transaction, { kind, id }: Reference): Promise<boolean> {
  if (kind === "user") return (await tx.lock(userTable, id)) !== null;
  if (!tx.schema.has(organizationTableName)) return true;
  return (await tx.lock(widen<Row>({ name: organizationTableName }), id)) !== null;
}
