/** Stores entities from the payment provider's API, in case deliveries were lost. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf, fail, input } from "@latchkey/core/plugin";
import { list, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { nextArrival } from "../deliveries/arrival.ts";
import { parseDelivery } from "../deliveries/parse.ts";
import { recordDelivery } from "../deliveries/store.ts";
import type { DeliveryOutcome } from "../deliveries/table.ts";
import type { EventType } from "../entities/event.ts";
import { webhookErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";
import { outcomeOutput } from "../outputs.ts";
import type { WireSnapshot } from "../server-contract.ts";

// Unknown types are rejected when the snapshot is parsed, with a separate error.
const eventType = input.convert(input.rawText(), (type) => type as EventType);

/**
 * Applies entities to the mirror as if their events had arrived. Older versions change nothing. The entities are
 * recorded, so that a rebuild includes them. Handlers don't run.
 */
export function reconcileBilling({
  sellerId,
  webhooks,
}: BillingSettings): EndpointOf<BillingCalls["reconcileBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/reconcile",
    serverOnly: true,
    input: input.object({
      fetchedAt: input.optional(input.date),
      snapshots: input.list(input.object<WireSnapshot>({ type: eventType, data: input.anything }), { max: 1000 }),
    }),
    output: object({ outcomes: list(outcomeOutput) }),
    errors: { WEBHOOK_INVALID_PAYLOAD: webhookErrors.WEBHOOK_INVALID_PAYLOAD },
    // Grows with the number of snapshots.
    queryBudget: Number.MAX_SAFE_INTEGER,
    async handle({ snapshots, fetchedAt }, context) {
      const now = context.now();
      // Validate all snapshots before applying the first one, so that an error changes nothing.
      const deliveries = snapshots.map(({ type, data }) => {
        const sentAt = fetchedAt ?? now;
        const body = webhooks.format({ type, data }, sentAt);
        // The id is a hash of the content and the time, so sending the same snapshot again records it only once.
        const id = `reconcile_${sha256Base64Url(body)}`;
        const read = parseDelivery(webhooks, { id, body, sentAt, arrival: nextArrival(context), lookups: null });
        return "kind" in read || read.snapshots === null ? fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD") : read;
      });
      const outcomes: DeliveryOutcome[] = [];
      for (const read of deliveries) {
        const recorded = await recordDelivery(context, read, { sellerId, handlersOf: () => [], leaseUntil: now });
        outcomes.push(recorded?.row.outcome ?? "same");
      }
      return { outcomes };
    },
  });
}
