/** The `/billing/checkout` and `/billing/guest-checkout` endpoints. */

import { defineEndpoint, type EndpointOf, fail, httpErrors, input, type RequestContext } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { ensureCustomer } from "../customers/ensure.ts";
import { actionErrors, providerErrors, seatErrors } from "../errors.ts";
import { referenceFields } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { checkoutOutput } from "../outputs.ts";
import { requireReference, type WithReference } from "../references/guard.ts";
import { countMembers } from "../seats/store.ts";
import { checkoutFields } from "./inputs.ts";
import { openCheckout, openGuestCheckout, type PreparedCheckout, prepareCheckout } from "./open.ts";

const { PRODUCT_NOT_FOUND, DISCOUNT_NOT_FOUND, INVALID_CUSTOM_FIELDS } = actionErrors;

const errors = {
  ...providerErrors,
  PRODUCT_NOT_FOUND,
  DISCOUNT_NOT_FOUND,
  INVALID_CUSTOM_FIELDS,
  INVALID_CALLBACK_URL: httpErrors.INVALID_CALLBACK_URL,
} as const;

/**
 * Opens a checkout for the caller, or for an organization whose billing they can manage. The payment provider sets
 * prices.
 */
export function createCheckout(settings: SettingsWithProvider): EndpointOf<BillingCalls["createCheckout"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/checkout",
    summary: "Create a checkout",
    input: input.object({ ...referenceFields, ...checkoutFields }),
    output: checkoutOutput,
    guards: [requireReference(settings, "manage")],
    errors: { ...errors, SEATS_TAKEN: seatErrors.SEATS_TAKEN },
    rateLimit: { window: 60, max: 20 },
    // The most expensive case has a trial, a discount, a new customer, and an organization whose members are counted.
    queryBudget: 12,
    async handle(fields, context) {
      const { reference, user } = context;
      const prepared = await withSeats(context, settings, await prepareCheckout(context, settings, fields));
      const customerId = await ensureCustomer(context, settings, settings.provider, { reference, user });
      const metadata = { reference_id: reference.externalId, user_id: user.id };
      const buyer = { externalId: reference.externalId, customerId, metadata };
      return openCheckout(context, settings, prepared, buyer);
    },
  });
}

/**
 * Sets the number of seats that an organization buys: the number of its members, or the requested number.
 * @throws {AuthError} 409 `SEATS_TAKEN` if the organization has more members
 */
async function withSeats(
  { db, reference }: RequestContext & WithReference,
  { seats }: SettingsWithProvider,
  prepared: PreparedCheckout,
): Promise<PreparedCheckout> {
  if (seats === null || reference.kind !== "organization" || !prepared.hasSeats) return prepared;
  const members = Math.max(1, await countMembers(db, reference.id));
  const requested = seats.mode === "members" ? members : (prepared.checkout.seats ?? members);
  if (requested < members) fail(seatErrors, "SEATS_TAKEN");
  return { ...prepared, checkout: { ...prepared.checkout, seats: requested } };
}

/** Opens a checkout for a buyer without an account. They can claim the purchase once they have one. */
export function createGuestCheckout(settings: SettingsWithProvider): EndpointOf<BillingCalls["createGuestCheckout"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/guest-checkout",
    summary: "Create a checkout without an account",
    input: input.object({ ...checkoutFields, email: input.optional(input.email) }),
    output: checkoutOutput,
    errors,
    originCheck: "always",
    rateLimit: { window: 60, max: 10 },
    // Includes the query for a discount code. The first request for a configured product that no event has described
    // yet costs more.
    queryBudget: 2,
    async handle({ email, ...fields }, context) {
      const prepared = await prepareCheckout(context, settings, fields);
      return openGuestCheckout(context, settings, prepared, email ?? null);
    },
  });
}
