/** The client half, as `@latchkey/billing/client`. The names of its calls are their paths. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { BillingTypes } from "./contract.ts";

/** Stores of what the person has: `useCustomerState` and `useSubscriptions`. They are read again after every change. */
export function billingClient(): ClientPlugin<BillingTypes> {
  return {
    id: "billing",
    // They may come without a field.
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
  // Whose state it is follows the active organization, where `billing.reference` says so.
  "/organization/set-active",
  "/organization/create",
  "/organization/leave",
  "/organization/delete",
  "/organization/accept-invitation",
];
