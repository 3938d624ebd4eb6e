/** Reconciling: what the platform's API says, for when deliveries were lost. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { defineEndpoint, type EndpointOf, fail, input } from "@latchkey/core/plugin";
import { list, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { readDelivery } from "../deliveries/read.ts";
import { recordDelivery } from "../deliveries/store.ts";
import type { DeliveryOutcome } from "../deliveries/table.ts";
import type { EventType } from "../entities/event.ts";
import { webhookErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";
import { outcomeOutput } from "../outputs.ts";
import type { WireSnapshot } from "../server-contract.ts";

// Whether it is a known type is found when the snapshot is read, with an error of its own.
const eventType = input.convert(input.rawText(), (type) => type as EventType);

/**
 * Puts entities into the mirror as if their events had come: older ones change nothing, and they are recorded, so that a
 * rebuild knows them. Handlers do not run.
 */
export function reconcileBilling({ sellerId }: BillingSettings): EndpointOf<BillingCalls["reconcileBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/reconcile",
    serverOnly: true,
    input: input.object({
      snapshots: input.list(input.object<WireSnapshot>({ type: eventType, data: input.anything }), { max: 1000 }),
    }),
    output: object({ outcomes: list(outcomeOutput) }),
    errors: { WEBHOOK_INVALID_PAYLOAD: webhookErrors.WEBHOOK_INVALID_PAYLOAD },
    // Grows with what is given.
    statements: Number.MAX_SAFE_INTEGER,
    async handle({ snapshots }, context) {
      const now = context.now();
      // All of them before the first is put in: what is refused has changed nothing.
      const deliveries = snapshots.map(({ type, data }) => {
        const body = JSON.stringify({ type, data });
        // By its content: the same once more is recorded once.
        const read = readDelivery({ id: `reconcile_${sha256Base64Url(body)}`, body, sentAt: now });
        return "issues" in read || read.snapshots === null ? fail(webhookErrors, "WEBHOOK_INVALID_PAYLOAD") : read;
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
