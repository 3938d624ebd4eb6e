/** Sends stored usage to the payment provider. */

import type { Adapter } from "@latchkey/core/database";
import type { OutboxHandler } from "@latchkey/core/plugin";
import { findCustomer } from "../customers/store.ts";
import type { BillingProvider } from "../provider/provider.ts";
import type { UsageEvent } from "../provider/usage.ts";
import { parseReference } from "../references/access.ts";

/** The outbox message kind. */
export const usageMessageKind = "billing-usage";

/** An event as it's stored. A message has a list of them. */
export type StoredUsage = Omit<UsageEvent, "idempotencyKey" | "timestamp" | "customerId"> & {
  readonly timestamp: string;
};

/** Sends stored usage, with the same idempotency keys for every attempt. */
export function createUsageHandler(provider: BillingProvider): OutboxHandler {
  return async (payload, { db }, { key, signal }) => {
    const stored = payload as readonly StoredUsage[];
    const customerIds = await findCustomerIds(db, new Set(stored.map(({ externalId }) => externalId)));
    const events = stored.map(
      ({ timestamp, ...event }, at): UsageEvent => ({
        ...event,
        customerId: customerIds.get(event.externalId) ?? null,
        timestamp: new Date(timestamp),
        idempotencyKey: `${key}-${at}`,
      }),
    );
    await provider.ingestUsage(events, { signal });
  };
}

/**
 * Returns the ids of claimed customers, by reference. The payment provider doesn't know them by our external id, so
 * without their customer id, their usage would be lost.
 */
async function findCustomerIds(db: Adapter, externalIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const externalId of externalIds) {
    const customer = await findCustomer(db, parseReference(externalId));
    if (customer && customer.externalId !== externalId) ids.set(externalId, customer.id);
  }
  return ids;
}
