/** Webhook events: an envelope, a type, and a snapshot of one entity. */

import * as z from "zod";
import { type Benefit, benefit } from "./benefit.ts";
import { type BenefitGrant, benefitGrant } from "./benefit-grant.ts";
import { type Checkout, checkout } from "./checkout.ts";
import { type Customer, customer } from "./customer.ts";
import { type CustomerState, customerState } from "./customer-state.ts";
import { type Order, order } from "./order.ts";
import { type SellerOrganization, sellerOrganization } from "./organization.ts";
import { type Product, product } from "./product.ts";
import { type Refund, refund } from "./refund.ts";
import { type Subscription, subscription } from "./subscription.ts";
import { noting, time, tooDeep, type UnknownMember, type WireIssue } from "./wire.ts";

/** Event type → what its `data` is. */
export interface EventData {
  "checkout.created": Checkout;
  "checkout.updated": Checkout;
  "customer.created": Customer;
  "customer.updated": Customer;
  "customer.deleted": Customer;
  "customer.state_changed": CustomerState;
  "order.created": Order;
  "order.updated": Order;
  "order.paid": Order;
  "order.refunded": Order;
  "subscription.created": Subscription;
  "subscription.active": Subscription;
  "subscription.updated": Subscription;
  "subscription.canceled": Subscription;
  "subscription.uncanceled": Subscription;
  "subscription.revoked": Subscription;
  "refund.created": Refund;
  "refund.updated": Refund;
  "product.created": Product;
  "product.updated": Product;
  "benefit.created": Benefit;
  "benefit.updated": Benefit;
  "benefit_grant.created": BenefitGrant;
  "benefit_grant.cycled": BenefitGrant;
  "benefit_grant.updated": BenefitGrant;
  "benefit_grant.revoked": BenefitGrant;
  "organization.updated": SellerOrganization;
}

/** The 27 types of events that are known. */
export type EventType = keyof EventData;

/** An event of one type. */
export interface EventOf<Type extends EventType> {
  readonly type: Type;
  /** When it happened, where the sender says so; not when it was sent. */
  readonly timestamp?: string | null | undefined;
  /** The entity as it was when the event was made. */
  readonly data: EventData[Type];
}

/** An event of a known type. */
export type WebhookEvent = { readonly [Type in EventType]: EventOf<Type> }[EventType];

/** An event of a type that came later than this version. */
export interface UnknownEvent {
  readonly type: string;
  readonly timestamp?: string | null | undefined;
  readonly data: unknown;
}

export const eventDataSchemas: { readonly [Type in EventType]: z.ZodType<EventData[Type]> } = {
  "checkout.created": checkout,
  "checkout.updated": checkout,
  "customer.created": customer,
  "customer.updated": customer,
  "customer.deleted": customer,
  "customer.state_changed": customerState,
  "order.created": order,
  "order.updated": order,
  "order.paid": order,
  "order.refunded": order,
  "subscription.created": subscription,
  "subscription.active": subscription,
  "subscription.updated": subscription,
  "subscription.canceled": subscription,
  "subscription.uncanceled": subscription,
  "subscription.revoked": subscription,
  "refund.created": refund,
  "refund.updated": refund,
  "product.created": product,
  "product.updated": product,
  "benefit.created": benefit,
  "benefit.updated": benefit,
  "benefit_grant.created": benefitGrant,
  "benefit_grant.cycled": benefitGrant,
  "benefit_grant.updated": benefitGrant,
  "benefit_grant.revoked": benefitGrant,
  "organization.updated": sellerOrganization,
};

/** Every known type. */
export const eventTypes: readonly EventType[] = Object.keys(eventDataSchemas) as EventType[];

/** Whether a type is one of the 27. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDataSchemas, type);
}

const envelope = z.looseObject({ type: z.string().min(1).max(255), timestamp: time.nullish(), data: z.unknown() });

/** What reading a delivery's body comes to. */
export type ReadEvent =
  | {
      readonly kind: "known";
      readonly event: WebhookEvent;
      /** Words and members that came later than this version. They are in the event as they came. */
      readonly unknown: readonly UnknownMember[];
    }
  | { readonly kind: "unknown"; readonly event: UnknownEvent }
  | { readonly kind: "malformed"; readonly issues: readonly WireIssue[] };

/**
 * Reads a body that was parsed as JSON: the envelope first, then what its type says. Extra keys stay, at any level.
 * Throws nothing.
 */
export function readEvent(value: unknown): ReadEvent {
  const outer = envelope.safeParse(value);
  if (!outer.success) return { kind: "malformed", issues: outer.error.issues };
  const { type } = outer.data;
  if (!isEventType(type)) return { kind: "unknown", event: outer.data as UnknownEvent };
  try {
    const { result, unknown } = noting(() => eventDataSchemas[type].safeParse(outer.data.data));
    if (!result.success) return { kind: "malformed", issues: result.error.issues };
    return { kind: "known", event: { ...outer.data, data: result.data } as unknown as WebhookEvent, unknown };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "malformed", issues: [tooDeep] };
  }
}
