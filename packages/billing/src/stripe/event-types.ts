/** Maps Stripe's event types to billing's. */

import type { EventType } from "../entities/event.ts";
import type { EntityKind } from "./convert.ts";
import type { StripeNotice } from "./notice.ts";

const types: Readonly<Record<string, EventType>> = {
  "customer.created": "customer.created",
  "customer.deleted": "customer.deleted",
  "customer.subscription.created": "subscription.created",
  "customer.subscription.deleted": "subscription.revoked",
  "customer.subscription.resumed": "subscription.active",
  "product.created": "product.created",
  // Drafts aren't orders, so an order starts when it's finalized. `invoice.payment_succeeded` repeats `invoice.paid`.
  "invoice.finalized": "order.created",
  "invoice.paid": "order.paid",
  "charge.refunded": "order.refunded",
  "refund.created": "refund.created",
  "charge.dispute.created": "refund.created",
};

const defaults: Readonly<Record<EntityKind | "refund", EventType | null>> = {
  customer: "customer.updated",
  product: "product.updated",
  subscription: "subscription.updated",
  order: "order.updated",
  refund: "refund.updated",
  checkout: "checkout.updated",
  coupon: null,
  promotionCode: null,
  entitlements: null,
};

/**
 * Returns the type of billing's event, or Stripe's own type if billing has none.
 * @param kind what was fetched, or `refund` for an event about a refund or a dispute
 */
export function eventTypeOf(notice: StripeNotice, kind: EntityKind | "refund"): string {
  if (notice.type === "customer.subscription.updated") return subscriptionEventOf(notice);
  return types[notice.type] ?? defaults[kind] ?? notice.type;
}

/** Determines the type from what changed. Thin events don't say what changed. */
function subscriptionEventOf({ object, previous }: StripeNotice): EventType {
  const hasStarted = "status" in previous && isActive(object.status) && !isActive(previous.status);
  if (hasStarted) return "subscription.active";
  if (!("cancel_at_period_end" in previous || "cancel_at" in previous)) return "subscription.updated";
  const ends = isCanceled(object);
  if (ends === isCanceled({ ...object, ...previous })) return "subscription.updated";
  return ends ? "subscription.canceled" : "subscription.uncanceled";
}

function isActive(status: unknown): boolean {
  return status === "active" || status === "trialing";
}

function isCanceled({ cancel_at_period_end, cancel_at }: StripeNotice["object"]): boolean {
  return cancel_at_period_end === true || typeof cancel_at === "number";
}
