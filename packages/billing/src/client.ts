/** The client plugin, `@latchkey/billing/client`, with stores for the customer's state and subscriptions. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { BillingTypes } from "./contract.ts";

/** Adds the `customerState`, `subscriptions`, and `entitlements` stores, which reload after every change. */
export function billingClient(): ClientPlugin<BillingTypes> {
  return {
    id: "billing",
    methods: { "/billing/portal": "POST", "/billing/claim": "POST" },
    stores: {
      customerState: { path: "/billing/customer-state" },
      subscriptions: { path: "/billing/subscriptions" },
      entitlements: { path: "/billing/entitlements" },
    },
  };
}
