/** Usage: from the server only, for it decides what people pay. */

import {
  defineEndpoint,
  type Endpoint,
  type OutboxHandler,
  plainMessage,
  putMessage,
  type StatusAnswer,
} from "@latchkey/core";
import { type UsageInput, usageInput } from "../inputs.ts";
import type { BillingProvider, UsageEvent } from "../provider/provider.ts";
import { referenceOf } from "../references/access.ts";

/** The kind of message in the outbox. */
export const usageKind = "billing-usage";

type Stored = Omit<UsageEvent, "key" | "timestamp"> & { readonly timestamp: string };

/** Stores usage, to be sent in the background: a platform that is down loses none of it. */
export const ingestUsage: Endpoint<UsageInput, StatusAnswer> = defineEndpoint({
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
  return async (payload, _, { key, signal }) => {
    const { timestamp, ...event } = payload as Stored;
    await provider.ingestUsage([{ ...event, timestamp: new Date(timestamp), key }], { signal });
  };
}
