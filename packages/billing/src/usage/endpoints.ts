/** The server-only call that records usage. It isn't open to clients, because usage decides what customers pay. */

import {
  createMessage,
  defineEndpoint,
  type EndpointOf,
  enqueueMessage,
  input,
  type OutboxHandler,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { idOrName, metadataValue } from "../fields.ts";
import type { BillingProvider, UsageEvent } from "../provider/provider.ts";
import { parseReference } from "../references/access.ts";

/** The kind of the outbox message. */
export const usageMessageKind = "billing-usage";

type UsagePayload = Omit<UsageEvent, "idempotencyKey" | "timestamp" | "customerId"> & { readonly timestamp: string };

/** Stores usage in the outbox and sends it in the background, so a provider outage doesn't lose it. */
export const ingestUsage: EndpointOf<BillingCalls["ingestUsage"]> = defineEndpoint({
  method: "POST",
  path: "/billing/ingest-usage",
  serverOnly: true,
  input: input.object({
    referenceId: idOrName,
    name: idOrName,
    metadata: input.optional(input.record(idOrName, metadataValue, { max: Number.POSITIVE_INFINITY })),
    timestamp: input.optional(input.date),
  }),
  output: statusResponse,
  queryBudget: 0,
  async handle({ referenceId, name, metadata = {}, timestamp }, context) {
    const { externalId } = parseReference(referenceId);
    const at = (timestamp ?? context.now()).toISOString();
    const message: UsagePayload = { externalId, name, metadata, timestamp: at };
    await enqueueMessage(context.db, context, createMessage(context, usageMessageKind, message));
    return { status: true };
  },
});

/** Sends stored usage, with the same idempotency key for every attempt. */
export function createUsageHandler(provider: BillingProvider): OutboxHandler {
  return async (payload, { db }, { key, signal }) => {
    const { timestamp, ...event } = payload as UsagePayload;
    const customer = await findCustomer(db, parseReference(event.externalId));
    // The payment provider doesn't know claimed customers by our external id. Usage would be lost without their
    // customer id.
    const customerId = customer && customer.externalId !== event.externalId ? customer.id : null;
    await provider.ingestUsage([{ ...event, customerId, timestamp: new Date(timestamp), idempotencyKey: key }], {
      signal,
    });
  };
}
