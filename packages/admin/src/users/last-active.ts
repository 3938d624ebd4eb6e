/** Finds when users last used a session, for the users of one page. */

import type { Adapter } from "@latchkey/core/database";
import { sessions } from "../tables.ts";

/** Rows per query. */
const batchSize = 1000;

/**
 * Returns the latest use of any session by user id. Users without a session are missing, and impersonations don't
 * count. One query, unless the users have more than 1000 sessions.
 */
export async function findLastActive(
  db: Adapter,
  users: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>();
  for (;;) {
    const ids = users.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    if (ids.length === 0) return found;
    const rows = await db.findMany(sessions, {
      where: { userId: { in: ids }, impersonatedBy: null },
      columns: ["id", "userId", "updatedAt"],
      orderBy: [{ column: "updatedAt", direction: "desc" }],
      limit: batchSize,
    });
    for (const { userId, updatedAt } of rows) if (!found.has(userId)) found.set(userId, updatedAt);
    if (rows.length < batchSize) return found;
  }
}
