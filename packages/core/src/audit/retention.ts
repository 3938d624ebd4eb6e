/** Removes audit log entries after the app's retention period. */

import type { AuthContext } from "../kernel/context.ts";
import { auditTable } from "../tables/audit.ts";

/** How many entries each query removes, so that none locks the table for long. */
const batch = 1000;

/** Removes entries older than `audit.retentionDays` and returns how many. Two queries per 1000 entries. */
export async function removeOldAuditEntries({ db, now, settings }: AuthContext): Promise<number> {
  if (settings.auditRetention === null) return 0;
  const where = { createdAt: { lt: new Date(now().getTime() - settings.auditRetention) } };
  let removed = 0;
  for (;;) {
    const rows = await db.findMany(auditTable, {
      where,
      orderBy: [{ column: "createdAt" }],
      columns: ["id"],
      limit: batch,
    });
    if (rows.length === 0) return removed;
    removed += await db.remove(auditTable, { where: { id: { in: rows.map(({ id }) => id) } } });
    if (rows.length < batch) return removed;
  }
}
