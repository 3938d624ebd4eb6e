/** Writes audit log entries in the transaction of the change that they record. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { insertAtEnd } from "../database/transaction.ts";
import { callerOf } from "../kernel/caller.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { impersonatorOfRequest } from "../sessions/guards.ts";
import { type AuditActorType, type AuditRow, auditTable } from "../tables/audit.ts";

/** An audit log entry to write. */
export interface AuditEntry {
  readonly action: string;
  readonly actorId?: string | null;
  /**
   * Default: `user` if there's an `actorId`. Otherwise `system` if the app itself makes the call, and `anonymous` for a
   * request without a signed-in user.
   */
  readonly actorType?: AuditActorType;
  /** The impersonator's id. Default: that of the request's session, if any. */
  readonly onBehalfOf?: string | null;
  readonly userId?: string | null;
  readonly organizationId?: string | null;
  /** Additional facts, never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Adds an audit log entry in this transaction, and tells plugins about it (`onAudit`). One query for all entries in the
 * transaction, which isn't counted in query budgets. If the app turned the audit log off, only plugins are notified.
 */
export async function recordAudit(db: Adapter, context: RequestContext, entry: AuditEntry): Promise<void> {
  if (!isRecorded(context)) return;
  const onBehalfOf = entry.onBehalfOf === undefined ? impersonatorOfRequest(context) : entry.onBehalfOf;
  const data = addRequestId(context, entry.data);
  const row = newRow(context, entry, context.isServerCall ? "system" : "anonymous");
  await storeAudit(db, context, { ...row, ...callerOf(context), onBehalfOf, data });
}

/** Like `recordAudit`, for events outside of requests, such as in a job. The entry has no IP address. */
export async function recordSystemAudit(db: Adapter, context: AuthContext, entry: AuditEntry): Promise<void> {
  if (isRecorded(context)) await storeAudit(db, context, newRow(context, entry, "system"));
}

/** Stores an entry if the audit log is on, and tells plugins about it in the same transaction. */
export async function storeAudit(db: Adapter, context: AuthContext, row: AuditRow): Promise<void> {
  const { settings, extensions } = context;
  const { auditSinks } = extensions;
  if (auditSinks.length === 0) {
    if (settings.audit) await insertAtEnd(db, auditTable, row);
    return;
  }
  await db.transaction(async (tx) => {
    if (settings.audit) await tx.insertAtEnd(auditTable, row);
    for (const onAudit of auditSinks) await onAudit(tx, row, context);
  });
}

/** Whether anything uses entries: the audit log, or a plugin. */
export function isRecorded({ settings, extensions }: AuthContext): boolean {
  return settings.audit || extensions.auditSinks.length > 0;
}

/** @param fallback the kind of actor if the entry names no user */
function newRow(context: AuthContext, entry: AuditEntry, fallback: AuditActorType): AuditRow {
  const { actorId = null } = entry;
  return {
    id: randomId(context.random),
    action: entry.action,
    actorId,
    actorType: entry.actorType ?? (actorId === null ? fallback : "user"),
    onBehalfOf: entry.onBehalfOf ?? null,
    userId: entry.userId ?? null,
    organizationId: entry.organizationId ?? null,
    ipAddress: null,
    userAgent: null,
    data: entry.data ?? null,
    createdAt: context.now(),
  };
}

/** Request ids of proxies consist of letters, digits, and a few symbols. Anything else is ignored. */
const requestIdForm = /^[\w.:/+=@-]{1,128}$/;

/** Adds the request id of the app's proxy, so that admins can find the request in other logs. */
function addRequestId(context: RequestContext, data: AuditEntry["data"]): AuditEntry["data"] | null {
  const requestId = context.header("x-request-id");
  if (requestId === null || !requestIdForm.test(requestId)) return data ?? null;
  return { ...data, requestId };
}
