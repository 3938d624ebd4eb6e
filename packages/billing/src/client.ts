/** The client plugin, `@latchkey/billing/client`, with stores for the customer's state and subscriptions. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { BillingTypes } from "./contract.ts";

/** Adds the stores `customerState` and `subscriptions`, which reload after every change. */
export function billingClient(): ClientPlugin<BillingTypes> {
  return {
    id: "billing",
    // The client would send these as GET if they're called without fields.
    methods: { "/billing/portal": "POST", "/billing/claim": "POST" },
    stores: {
      customerState: { path: "/billing/customer-state" },
      subscriptions: { path: "/billing/subscriptions" },
    },
    signals: { customerState: changes, subscriptions: changes },
  };
}

const changes: readonly string[] = [
  "/billing/cancel-subscription",
  "/billing/resume-subscription",
  "/billing/claim",
  // If `billing.reference` uses the active organization, the state depends on it.
  "/organization/set-active",
  "/organization/create",
  "/organization/leave",
  "/organization/delete",
  "/organization/accept-invitation",
];
