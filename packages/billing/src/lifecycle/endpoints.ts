/** The calls that link and erase customers: two for the app's server, and one for sellers. */

import { defineEndpoint, type EndpointOf, type InputField, input } from "@latchkey/core/plugin";
import { number, object, statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { actionErrors, linkErrors, providerErrors } from "../errors.ts";
import { idOrName } from "../fields.ts";
import type { BillingSettings, SettingsWithProvider } from "../options.ts";
import { requireSeller } from "../seller/access.ts";
import type { LinkCustomerInput } from "../server-contract.ts";
import { type EraseReport, eraseReference } from "./erase.ts";
import { linkCustomerTo } from "./link.ts";

const { CUSTOMER_NOT_FOUND } = actionErrors;
const errors = { ...providerErrors, CUSTOMER_NOT_FOUND, ...linkErrors } as const;
const linkInput: InputField<LinkCustomerInput> = input.object<LinkCustomerInput>({
  referenceId: idOrName,
  customerId: idOrName,
});

/** Links an existing customer. Server only, so the app decides who can do it. */
export function linkCustomer(settings: SettingsWithProvider): EndpointOf<BillingCalls["linkCustomer"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/link-customer",
    serverOnly: true,
    input: linkInput,
    output: statusResponse,
    errors,
    // This covers a customer who has to be read from the payment provider, and a concurrent call that stores its link
    // first.
    queryBudget: 14,
    async handle(fields, context) {
      await linkCustomerTo(context, settings, fields, null);
      return { status: true };
    },
  });
}

/** Links an existing customer, for users that `billing.seller` allows. */
export function linkCustomerForSeller(
  settings: SettingsWithProvider,
): EndpointOf<BillingCalls["linkCustomerForSeller"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/seller/link-customer",
    summary: "Link a customer to a user or an organization (seller)",
    input: linkInput,
    output: statusResponse,
    guards: [requireSeller(settings)],
    errors,
    rateLimit: { window: 60, max: 30 },
    // This is one more than for the server's call, because of the session.
    queryBudget: 15,
    async handle(fields, context) {
      await linkCustomerTo(context, settings, fields, context.user.id);
      return { status: true };
    },
  });
}

/** Erases the billing data of a user or an organization. Server only. */
export function eraseCustomer(settings: BillingSettings): EndpointOf<BillingCalls["eraseCustomer"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/erase-customer",
    serverOnly: true,
    input: input.object({ referenceId: idOrName }),
    output: object<EraseReport>({ rows: number, deliveries: number }),
    errors: providerErrors,
    // Grows with the number of recorded deliveries.
    queryBudget: Number.MAX_SAFE_INTEGER,
    handle: ({ referenceId }, context) => eraseReference(context, settings, referenceId),
  });
}
