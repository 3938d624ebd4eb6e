/** Writes audit log entries in the transaction of the change that they record. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { insertAtEnd } from "../database/transaction.ts";
import { callerOf } from "../kernel/caller.ts";
import type { RequestContext } from "../kernel/context.ts";
import { impersonatorOfRequest } from "../sessions/guards.ts";
import { auditTable } from "../tables/audit.ts";

/** An audit log entry to write. */
export interface AuditEntry {
  readonly action: string;
  readonly actorId?: string | null;
  /** Id of the impersonator. Default: the impersonator of the request's session, if any. */
  readonly onBehalfOf?: string | null;
  readonly userId?: string | null;
  readonly organizationId?: string | null;
  /** Additional facts, never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Adds an audit log entry in this transaction. One query for all entries of the transaction, which isn't counted in
 * query budgets. Does nothing if the app turned the audit log off.
 */
export async function recordAudit(db: Adapter, context: RequestContext, entry: AuditEntry): Promise<void> {
  if (!context.settings.audit) return;
  const { ipAddress, userAgent } = callerOf(context);
  await insertAtEnd(db, auditTable, {
    id: randomId(context.random),
    action: entry.action,
    actorId: entry.actorId ?? null,
    onBehalfOf: entry.onBehalfOf === undefined ? impersonatorOfRequest(context) : entry.onBehalfOf,
    userId: entry.userId ?? null,
    organizationId: entry.organizationId ?? null,
    ipAddress,
    userAgent,
    data: withRequestId(context, entry.data),
    createdAt: context.now(),
  });
}

/** Proxies use ids of letters, digits, and a few signs. Anything else isn't one. */
const requestIdForm = /^[\w.:/+=@-]{1,128}$/;

/** Adds the request id of the app's proxy, so that admins can find the request in other logs. */
function withRequestId(context: RequestContext, data: AuditEntry["data"]): AuditEntry["data"] | null {
  const requestId = context.header("x-request-id");
  if (requestId === null || !requestIdForm.test(requestId)) return data ?? null;
  return { ...data, requestId };
}
