/** Locks the rows of users. */

import type { Transaction } from "../database/adapter.ts";
import { type ActiveSession, sessionTable } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";

/**
 * Locks users in a fixed order, so that two admins acting on each other don't deadlock. Skips users that don't exist.
 */
export async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const rows = new Map<string, UserRow>();
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx.lock(userTable, id);
    if (row) rows.set(id, row);
  }
  return rows;
}

/**
 * Locks the user of a session, and returns whether the session still exists. An account recovery ends the session, and
 * a change that's already in progress must not go through after that. Sends two queries.
 */
export async function lockSignedIn(tx: Transaction, { user, session: { id, token } }: ActiveSession): Promise<boolean> {
  return (await tx.lock(userTable, user.id)) !== null && (await tx.count(sessionTable, { where: { id, token } })) > 0;
}
