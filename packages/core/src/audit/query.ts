/** Reads pages of the audit log, for the calls of plugins that list it. */

import type { Adapter, Where } from "../database/adapter.ts";
import { failInvalidQuery, readCursor, writeCursor } from "../lists/cursor.ts";
import { parseStoredDate } from "../lists/filters.ts";
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

const cursorOrder = "createdAt desc";

/**
 * Returns a page of the audit log, newest first, and the cursor of the next page. One query.
 * @throws {AuthError} `VALIDATION_ERROR` if the cursor isn't one of this list
 */
export async function findAuditPage(
  db: Adapter,
  query: AuditQuery,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<{ readonly records: readonly AuditRow[]; readonly nextCursor: string | null }> {
  const rows = await db.findMany(auditTable, {
    where: auditCondition(query),
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: decodeCursor(cursor) }),
  });
  const records = rows.slice(0, limit);
  const last = records.at(-1);
  const hasMore = last !== undefined && rows.length > limit;
  return {
    records,
    nextCursor: hasMore ? writeCursor({ order: cursorOrder, value: last.createdAt, id: last.id }) : null,
  };
}

/** Returns the condition that selects these entries. */
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

function decodeCursor(cursor: string): Pick<AuditRow, "createdAt" | "id"> {
  const { value, id } = readCursor(cursor, cursorOrder);
  const createdAt = parseStoredDate(value) ?? failInvalidQuery("cursor", "isn't a cursor of this list");
  return { createdAt, id };
}
