/** Removes audit log entries that are older than the app keeps them. */

import type { AuthContext } from "../kernel/context.ts";
import { auditTable } from "../tables/audit.ts";

/** How many entries each query removes, so that none locks the table for long. */
const batch = 1000;

/** Removes the entries that are older than `audit.retentionDays`. Returns how many. Two queries for each thousand. */
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
