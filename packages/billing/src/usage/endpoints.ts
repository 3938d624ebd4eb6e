/** Usage: from the server only, for it decides what people pay. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  type OutboxHandler,
  plainMessage,
  putMessage,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { key, value } from "../fields.ts";
import type { BillingProvider, UsageEvent } from "../provider/provider.ts";
import { referenceOf } from "../references/access.ts";

/** The kind of message in the outbox. */
export const usageKind = "billing-usage";

type Stored = Omit<UsageEvent, "key" | "timestamp" | "customerId"> & { readonly timestamp: string };

/** Stores usage, to be sent in the background: a platform that is down loses none of it. */
export const ingestUsage: EndpointOf<BillingCalls["ingestUsage"]> = defineEndpoint({
  method: "POST",
  path: "/billing/ingest-usage",
  serverOnly: true,
  input: input.object({
    referenceId: key,
    name: key,
    metadata: input.optional(input.record(key, value, { max: Number.POSITIVE_INFINITY })),
    timestamp: input.optional(input.date),
  }),
  output: statusAnswer,
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
