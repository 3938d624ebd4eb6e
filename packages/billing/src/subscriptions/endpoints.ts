/** `/billing/subscriptions`. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { pageFields, partOf } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { subscriptionsOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { pageOfSubscriptions } from "./store.ts";

/** Subscriptions, newest first. */
export function listSubscriptions(settings: BillingSettings): EndpointOf<BillingCalls["listSubscriptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/subscriptions",
    summary: "Subscriptions of the caller, or of an organization of theirs",
    input: input.object({ ...pageFields, active: input.optional(input.flag) }),
    output: subscriptionsOutput,
    guards: [requireReference(settings, "read")],
    statements: 5,
    async handle(asked, { db, reference }) {
      const customer = await findCustomer(db, reference);
      if (!customer) return { subscriptions: [], total: 0 };
      return pageOfSubscriptions(db, customer.id, asked.active, partOf(asked));
    },
  });
}
