/** The server-only calls that record usage. They aren't open to clients, because usage decides what customers pay. */

import {
  createMessage,
  defineEndpoint,
  type EndpointOf,
  enqueueMessage,
  type InputField,
  input,
  type RequestContext,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { idOrName, metadataValue } from "../fields.ts";
import { parseReference } from "../references/access.ts";
import type { UsageInput } from "../server-contract.ts";
import { type StoredUsage, usageMessageKind } from "./outbox.ts";

const usageInput: InputField<UsageInput> = input.object<UsageInput>({
  referenceId: idOrName,
  name: idOrName,
  metadata: input.optional(input.record(idOrName, metadataValue, { max: Number.POSITIVE_INFINITY })),
  timestamp: input.optional(input.date),
});

/** Stores usage in the outbox and sends it in the background, so a provider outage doesn't lose it. */
export const ingestUsage: EndpointOf<BillingCalls["ingestUsage"]> = defineEndpoint({
  method: "POST",
  path: "/billing/ingest-usage",
  serverOnly: true,
  input: usageInput,
  output: statusResponse,
  queryBudget: 0,
  async handle(event, context) {
    await storeUsage(context, [event]);
    return { status: true };
  },
});

/** Maximum events per call. */
const maxEvents = 1000;

/** Maximum events in one request to the payment provider. They have to be sent before the outbox's timeout. */
const maxSent = 100;

/** Like {@link ingestUsage}, but for many events. Stores either all of them or none. */
export const ingestUsageBatch: EndpointOf<BillingCalls["ingestUsageBatch"]> = defineEndpoint({
  method: "POST",
  path: "/billing/ingest-usage-batch",
  serverOnly: true,
  input: input.object({ events: input.list(usageInput, { min: 1, max: maxEvents }) }),
  output: statusResponse,
  queryBudget: 0,
  async handle({ events }, context) {
    await storeUsage(context, events);
    return { status: true };
  },
});

async function storeUsage(context: RequestContext, events: readonly UsageInput[]): Promise<void> {
  const stored = events.map(({ referenceId, name, metadata = {}, timestamp }): StoredUsage => {
    const at = (timestamp ?? context.now()).toISOString();
    return { externalId: parseReference(referenceId).externalId, name, metadata, timestamp: at };
  });
  const groups = Array.from({ length: Math.ceil(stored.length / maxSent) }, (_, at) =>
    createMessage(context, usageMessageKind, stored.slice(at * maxSent, (at + 1) * maxSent)),
  );
  await context.db.transaction(async (tx) => {
    for (const message of groups) await enqueueMessage(tx, context, message);
  });
}
