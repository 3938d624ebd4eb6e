/** `/billing/subscriptions`. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import { findCustomer } from "../customers/store.ts";
import { type ListSubscriptionsInput, listSubscriptionsInput, partOf } from "../inputs.ts";
import type { BillingSettings } from "../options.ts";
import { subscriptionsOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { pageOfSubscriptions, type SubscriptionPage } from "./store.ts";

/** Subscriptions, newest first. */
export function listSubscriptions(settings: BillingSettings): Endpoint<ListSubscriptionsInput, SubscriptionPage> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/subscriptions",
    summary: "Subscriptions of the caller, or of an organization of theirs",
    input: listSubscriptionsInput,
    output: subscriptionsOutput,
    guards: [requireReference(settings, "read")],
    statements: 5,
    async handle(input, { db, reference }) {
      const customer = await findCustomer(db, reference);
      if (!customer) return { subscriptions: [], total: 0 };
      return pageOfSubscriptions(db, customer.id, input.active, partOf(input));
    },
  });
}
