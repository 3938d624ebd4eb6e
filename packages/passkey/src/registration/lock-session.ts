/** Locks a session's user for a change that the session must still be allowed to make. */

import type { Transaction } from "@latchkey/core/database";
import { type ActiveSession, fail, httpErrors, type SessionRow, sessionTable, userTable } from "@latchkey/core/plugin";

/**
 * Locks the user and reads the session again, so that a session that has ended in the meantime can't change anything.
 * Sends two queries.
 * @throws {AuthError} `UNAUTHORIZED`
 */
export async function lockActiveSession(tx: Transaction, { session, user }: ActiveSession): Promise<SessionRow> {
  if (!(await tx.lock(userTable, user.id))) fail(httpErrors, "UNAUTHORIZED");
  const { id, token } = session;
  return (await tx.findOne(sessionTable, { where: { id, token } })) ?? fail(httpErrors, "UNAUTHORIZED");
}
