/** The `/billing/subscriptions` endpoint. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { pageFields, toLimitOffset } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { subscriptionsOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { activeCutoff } from "./active.ts";
import { findSubscriptionPage } from "./store.ts";

/** Returns a page of subscriptions, newest first. */
export function listSubscriptions(settings: BillingSettings): EndpointOf<BillingCalls["listSubscriptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/subscriptions",
    summary: "List subscriptions",
    input: input.object({ ...pageFields, active: input.optional(input.flag) }),
    output: subscriptionsOutput,
    guards: [requireReference(settings, "read")],
    queryBudget: 5,
    async handle(input, context) {
      const { db, reference } = context;
      const cutoff = activeCutoff(context, settings);
      const customer = await findCustomer(db, reference);
      if (!customer) return { subscriptions: [], total: 0 };
      return findSubscriptionPage(db, customer.id, { active: input.active, cutoff }, toLimitOffset(input));
    },
  });
}
