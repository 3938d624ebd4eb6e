/** Locks the rows of several users. */

import type { Transaction } from "../database/adapter.ts";
import { type UserRow, userTable } from "../tables/user.ts";

/** Locks users in a fixed order, so that two admins acting on each other don't deadlock. Leaves out those who don't exist. */
export async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const rows = new Map<string, UserRow>();
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx.lock(userTable, id);
    if (row) rows.set(id, row);
  }
  return rows;
}
