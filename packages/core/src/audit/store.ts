/** Writes audit records, in the transaction of what they record. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { callerOf } from "../plugin/caller.ts";
import type { RequestContext } from "../plugin/context.ts";
import { actorOfRequest } from "../sessions/acting.ts";
import { auditTable } from "./table.ts";

/** What happened, to be recorded. */
export interface AuditEntry {
  readonly action: string;
  readonly actorId?: string | null;
  /** Who really did it. Default: whoever acts in the session of the request in the place of its user. */
  readonly onBehalfOf?: string | null;
  readonly userId?: string | null;
  readonly organizationId?: string | null;
  /** Plain facts, never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Records what is done in this transaction. One statement, not counted in endpoints' budgets; none when the app
 * switched the audit off.
 */
export async function recordAudit(db: Adapter, context: RequestContext, entry: AuditEntry): Promise<void> {
  if (!context.settings.audit) return;
  const { ipAddress, userAgent } = callerOf(context);
  await db.insert(auditTable, {
    id: randomId(context.random),
    action: entry.action,
    actorId: entry.actorId ?? null,
    onBehalfOf: entry.onBehalfOf === undefined ? actorOfRequest(context) : entry.onBehalfOf,
    userId: entry.userId ?? null,
    organizationId: entry.organizationId ?? null,
    ipAddress,
    userAgent,
    data: entry.data ?? null,
    createdAt: context.now(),
  });
}
