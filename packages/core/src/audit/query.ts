/** Reads pages of the audit log for plugins that list it. */

import type { Adapter, Where } from "../database/adapter.ts";
import { type PageQuery, timePages } from "../lists/time-pages.ts";
import { type AuditRow, auditTable } from "../tables/audit.ts";

/** What to read from the audit log. */
export interface AuditQuery {
  readonly userId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly organizationId?: string | undefined;
  /** Only entries from this time on. */
  readonly from?: Date | undefined;
  /** Only entries before this time. */
  readonly to?: Date | undefined;
  /** The action. A value that ends in a dot matches every action with that prefix. */
  readonly action?: string | undefined;
}

const newestFirst = timePages("createdAt", "desc");

/**
 * Returns a page of the audit log, newest first, and the cursor of the next page. One query.
 * @throws {AuthError} `VALIDATION_ERROR` if the cursor isn't from this list
 */
export async function findAuditPage(
  db: Adapter,
  query: AuditQuery,
  page: PageQuery,
): Promise<{ readonly records: readonly AuditRow[]; readonly nextCursor: string | null }> {
  const found = await db.findMany(auditTable, { where: auditCondition(query), ...newestFirst.select(page) });
  const { rows: records, nextCursor } = newestFirst.toPage(found, page);
  return { records, nextCursor };
}

/** Returns the condition that matches the entries a query asks for. */
export function auditCondition(query: AuditQuery): Where<AuditRow> {
  const { userId, actorId, onBehalfOf, organizationId, action, from, to } = query;
  const createdAt = {
    ...(from === undefined ? {} : { gte: from }),
    ...(to === undefined ? {} : { lt: to }),
  };
  return {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(from === undefined && to === undefined ? {} : { createdAt }),
    ...(userId === undefined ? {} : { userId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...(action === undefined ? {} : { action: action.endsWith(".") ? { startsWith: action } : action }),
  };
}
