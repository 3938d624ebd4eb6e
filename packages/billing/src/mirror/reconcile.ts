/** Reconciling: what the platform's API says, for when deliveries were lost. */

import { defineUntypedEndpoint, type Endpoint, fail } from "@latchkey/core";
import { sha256Base64Url } from "@latchkey/core/crypto";
import * as z from "zod";
import { readDelivery } from "../deliveries/read.ts";
import { recordDelivery } from "../deliveries/store.ts";
import type { DeliveryOutcome } from "../deliveries/table.ts";
import type { EventType } from "../entities/event.ts";
import { webhookErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";

/** An entity as the platform's API answers it. */
export interface WireSnapshot {
  /** A type of event whose `data` it is: `subscription.updated`, `order.updated`, `benefit_grant.updated`. */
  readonly type: EventType;
  /** In the names of the wire: what the API sent, not what an SDK made of it. */
  readonly data: unknown;
}

/** What `reconcileBilling` takes. */
export interface ReconcileInput {
  readonly snapshots: readonly WireSnapshot[];
}

/** What became of each. */
export interface ReconcileReport {
  readonly outcomes: readonly DeliveryOutcome[];
}

const input = z.object({
  snapshots: z.array(z.object({ type: z.string(), data: z.unknown() })).max(1000),
}) as unknown as z.ZodType<ReconcileInput>;

/**
 * Puts entities into the mirror as if their events had come: older ones change nothing, and they are recorded, so that a
 * rebuild knows them. Handlers do not run.
 */
export function reconcileBilling({ sellerId }: BillingSettings): Endpoint<ReconcileInput, ReconcileReport> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/billing/reconcile",
    serverOnly: true,
    input,
    errors: webhookErrors,
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
