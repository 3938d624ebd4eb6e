/** Usage: from the server only, for it decides what people pay. */

import {
  defineUntypedEndpoint,
  type Endpoint,
  type OutboxHandler,
  plainMessage,
  putMessage,
  type StatusAnswer,
} from "@latchkey/core";
import { findCustomer } from "../customers/store.ts";
import { type UsageInput, usageInput } from "../inputs.ts";
import type { BillingProvider, UsageEvent } from "../provider/provider.ts";
import { referenceOf } from "../references/access.ts";

/** The kind of message in the outbox. */
export const usageKind = "billing-usage";

type Stored = Omit<UsageEvent, "key" | "timestamp" | "customerId"> & { readonly timestamp: string };

/** Stores usage, to be sent in the background: a platform that is down loses none of it. */
export const ingestUsage: Endpoint<UsageInput, StatusAnswer> = defineUntypedEndpoint({
  method: "POST",
  path: "/billing/ingest-usage",
  serverOnly: true,
  input: usageInput,
  statements: 0,
  async handle({ referenceId, name, metadata = {}, timestamp }, context) {
    const { externalId } = referenceOf(referenceId);
    const at = (timestamp ?? context.now()).toISOString();
    const message: Stored = { externalId, name, metadata, timestamp: at };
    await putMessage(context.db, context, plainMessage(context, usageKind, message));
    return { status: true };
  },
});

/** Sends what was stored, with the same key at every try. */
export function usageDeliverer(provider: BillingProvider): OutboxHandler {
  return async (payload, { db }, { key, signal }) => {
    const { timestamp, ...event } = payload as Stored;
    const customer = await findCustomer(db, referenceOf(event.externalId));
    // Who was claimed has no such external id at the platform: what they use would be nobody's there, and free.
    const customerId = customer && customer.externalId !== event.externalId ? customer.id : null;
    await provider.ingestUsage([{ ...event, customerId, timestamp: new Date(timestamp), key }], { signal });
  };
}
