/** What the server offers for billing. */

import type { BillingCapabilities } from "@latchkey/billing";
import type { ClientError } from "@latchkey/react";
import { useCapabilities } from "../provider/use-capabilities.ts";

/** A server without `GET /capabilities` may offer any of this. */
const all: BillingCapabilities = {
  checkout: true,
  guestCheckout: true,
  portal: true,
  references: ["user", "organization"],
  changeTimings: ["now", "periodEnd"],
  linkCustomers: true,
  seats: "fixed",
};

/** The server's billing. `undefined` while it's loading, and `null` for a server without billing. */
export function useBillingCapabilities(): BillingCapabilities | null | undefined {
  const capabilities = useCapabilities();
  if (capabilities === undefined) return undefined;
  return capabilities === null ? all : (capabilities.plugins.billing ?? null);
}

/** The error that every call returns for an owner that the user can't see. Shown without sending another call. */
export const noAccess: ClientError = {
  code: "BILLING_REFERENCE_FORBIDDEN",
  message: "",
  status: 403,
  statusText: "",
  details: {},
};
