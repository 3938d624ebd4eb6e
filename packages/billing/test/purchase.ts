/** The events of a purchase: a subscription with benefits. */

import { type Body, fixture } from "./platform.ts";

/** The ids of a purchase. */
export interface Purchase {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly orderId: string;
  readonly benefitId: string;
  readonly meterId: string;
  readonly events: readonly Body[];
}

/**
 * @param externalId the buyer's external id
 * @param name distinguishes the purchase from others
 */
export function purchase(externalId: string | null, name = "a", email = `${name}@example.com`): Purchase {
  const customer = {
    ...fixture("customer.created").data,
    id: `${name}-customer`,
    external_id: externalId,
    email,
    email_verified: true,
  };
  const subscription = {
    ...fixture("subscription.updated-metered").data,
    id: `${name}-subscription`,
    customer_id: customer.id,
    customer,
  };
  const order = {
    ...fixture("order.paid-subscription-cycle").data,
    id: `${name}-order`,
    customer_id: customer.id,
    customer,
  };
  order.subscription = { ...order.subscription, id: subscription.id, customer_id: customer.id };
  order.subscription_id = subscription.id;
  const grants = ["license-keys", "custom", "downloadables"].map((kind) => {
    const grant = fixture(`benefit_grant.created-${kind}`).data;
    return { ...grant, id: `${name}-${kind}`, customer_id: customer.id, customer };
  });
  const state = fixture("customer.state_changed").data;
  const [meter] = state.active_meters;
  const lists = { active_subscriptions: [], granted_benefits: [], active_meters: [{ ...meter, id: `${name}-meter` }] };
  return {
    customerId: customer.id,
    subscriptionId: subscription.id,
    orderId: order.id,
    benefitId: grants[0].benefit_id,
    meterId: meter.meter_id,
    events: [
      { type: "customer.created", data: customer },
      { type: "subscription.updated", data: subscription },
      { type: "order.paid", data: order },
      ...grants.map((data) => ({ type: "benefit_grant.created", data })),
      { type: "customer.state_changed", data: { ...customer, ...lists } },
    ],
  };
}
