/** The `/billing/portal` endpoint. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { ensureCustomer } from "../customers/ensure.ts";
import { providerErrors } from "../errors.ts";
import { referenceInput } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { pageOutput } from "../outputs.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference } from "../references/guard.ts";

/** Opens the payment provider's customer portal, with invoices and payment methods. */
export function openPortal(settings: SettingsWithProvider): EndpointOf<BillingCalls["openPortal"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/portal",
    summary: "Open the customer portal",
    input: referenceInput,
    output: pageOutput,
    guards: [requireReference(settings, "manage")],
    errors: providerErrors,
    rateLimit: { window: 60, max: 20 },
    queryBudget: 5,
    async handle(_, context) {
      const { reference, user } = context;
      const { provider } = settings;
      const customerId = await ensureCustomer(context, settings, provider, { reference, user });
      const portal = { customerId, returnUrl: null };
      const { url } = await callProvider(context, provider, (call) => provider.openPortal(portal, call));
      return { url, redirect: true };
    },
  });
}
