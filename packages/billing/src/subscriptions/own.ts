/** Finds a subscription that the caller can change, and records changes to it. */

import { fail, type RequestContext, recordAudit, type StatusResponse } from "@latchkey/core/plugin";
import type { BillingAuditAction } from "../audit-actions.ts";
import { findCustomer } from "../customers/store.ts";
import { storeChanges } from "../deliveries/api-entities.ts";
import { actionErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { WithReference } from "../references/guard.ts";
import { findSubscription } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/**
 * Returns the subscription.
 * @throws {AuthError} 404 `SUBSCRIPTION_NOT_FOUND` if it doesn't exist, belongs to someone else, or has ended
 */
export async function requireOwnSubscription(
  { db, reference }: RequestContext & WithReference,
  id: string,
): Promise<SubscriptionRow> {
  const customer = await findCustomer(db, reference);
  const row = customer && (await findSubscription(db, customer.id, id));
  return row && row.endedAt === null ? row : fail(actionErrors, "SUBSCRIPTION_NOT_FOUND");
}

/** What to write to the audit log. */
export interface ChangeEntry {
  readonly action: BillingAuditAction;
  readonly subscriptionId: string;
  /** Additional values. */
  readonly data?: Readonly<Record<string, string | number | null>>;
}

/** Stores what the payment provider returned, and records who did it. */
export async function recordChange(
  context: RequestContext & WithReference,
  settings: SettingsWithProvider,
  changed: ChangedEntities,
  { action, subscriptionId, data }: ChangeEntry,
): Promise<StatusResponse> {
  const { db, user, reference } = context;
  await storeChanges(context, settings, changed);
  await recordAudit(db, context, {
    action,
    actorId: user.id,
    userId: user.id,
    organizationId: reference.kind === "organization" ? reference.id : null,
    data: { subscriptionId, ...data },
  });
  return { status: true };
}
