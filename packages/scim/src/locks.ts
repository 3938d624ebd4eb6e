/**
 * The order in which this plugin's transactions lock rows, so that they wait for each other instead of deadlocking:
 * accounts by id, the organization, the connection, the group, and the directory's users. Account deletions follow the
 * same order, because they lock the account before the rows that reference it.
 */

import type { Transaction } from "@latchkey/core/database";
import { getService, type RequestContext, StaleUserError, userTable } from "@latchkey/core/plugin";
import { batches } from "./batches.ts";
import { type ScimConnectionRow, scimUserTable } from "./tables.ts";

type Reader = Transaction | RequestContext["db"];

/**
 * Returns the accounts that a directory's users are linked to. Ignores other directories' users. Sends one query per
 * 500.
 */
export async function accountsOf(
  db: Reader,
  { id: connectionId }: Pick<ScimConnectionRow, "id">,
  scimUserIds: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const userIds = new Set<string>();
  for (const ids of batches([...scimUserIds])) {
    const where = { connectionId, id: { in: ids }, userId: { ne: null } };
    const rows = await db.findMany(scimUserTable, { where, columns: ["id", "userId"], limit: ids.length });
    for (const { userId } of rows) if (userId !== null) userIds.add(userId);
  }
  return userIds;
}

/**
 * Locks accounts. Must come before any other lock. Skips accounts that don't exist. Sends one query for one account, or
 * one per 500.
 */
export async function lockAccounts(tx: Transaction, userIds: Iterable<string | null | undefined>): Promise<void> {
  const ids = [...new Set(userIds)].filter((id) => typeof id === "string").sort();
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    await tx.lock(userTable, only);
    return;
  }
  for (const part of batches(ids)) {
    // An update that changes nothing locks all of them in one query.
    await tx.update(userTable, { where: { id: { in: part } }, set: { epoch: { increment: 0 } } });
  }
}

/** Locks a connection's organization. Sends one query. */
export async function lockOrganization(
  tx: Transaction,
  context: Parameters<typeof getService>[0],
  { organizationId }: Pick<ScimConnectionRow, "organizationId">,
): Promise<void> {
  await tx.lock(getService(context, "organizationAccess").table, organizationId);
}

/**
 * Checks that a directory's users, which must be locked, are linked only to accounts that were locked before.
 * @throws {StaleUserError} if someone was linked in the meantime
 */
export async function checkAccounts(
  tx: Transaction,
  connection: Pick<ScimConnectionRow, "id">,
  scimUserIds: readonly string[],
  locked: ReadonlySet<string>,
): Promise<void> {
  for (const userId of await accountsOf(tx, connection, scimUserIds))
    if (!locked.has(userId)) throw new StaleUserError();
}

const maxAttempts = 3;

/** Repeats a change if the data that it read before its transaction is stale. */
export async function retryStale<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleUserError) || attempt === maxAttempts) throw error;
    }
  }
}
