/** Stores entities from the payment provider's API, in case deliveries were lost. */

import { defineEndpoint, type EndpointOf, fail, input } from "@latchkey/core/plugin";
import { list, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { parseEntity, recordEntity } from "../deliveries/api-entities.ts";
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
export function reconcileBilling(settings: BillingSettings): EndpointOf<BillingCalls["reconcileBilling"]> {
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
      const at = fetchedAt ?? context.now();
      // Validate all snapshots before applying the first one, so that an error changes nothing.
      const deliveries = snapshots.map((entity) => {
        const read = parseEntity(context, settings, entity, at);
        return "kind" in read || read.snapshots === null ? fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD") : read;
      });
      const outcomes: DeliveryOutcome[] = [];
      for (const read of deliveries) outcomes.push(await recordEntity(context, settings, read));
      return { outcomes };
    },
  });
}
