/** Webhook events. Each has a type and a snapshot of one entity. */

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
import { collectUnknownMembers, time, tooDeep, type UnknownMember, type WireIssue } from "./wire.ts";

/** Maps each event type to its `data`. */
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

/** The 27 known event types. */
export type EventType = keyof EventData;

/** An event of one type. */
export interface EventOf<Type extends EventType> {
  readonly type: Type;
  /** The provider's own name of the event, if it has another one, such as `customer.subscription.trial_will_end`. */
  readonly source?: string | undefined;
  /** When the event happened, if the provider says so. Not when it was sent. */
  readonly timestamp?: string | null | undefined;
  /** The entity at the time of the event. */
  readonly data: EventData[Type];
}

/** An event of a known type. */
export type WebhookEvent = { readonly [Type in EventType]: EventOf<Type> }[EventType];

/** An event of a type that this version doesn't know. */
export interface UnknownEvent {
  readonly type: string;
  readonly source?: string | undefined;
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

/** All known event types. */
export const eventTypes: readonly EventType[] = Object.keys(eventDataSchemas) as EventType[];

/** Whether an event type is known. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventDataSchemas, type);
}

const envelope = z.looseObject({ type: z.string().min(1).max(255), data: z.unknown() });
const times = z.looseObject({ timestamp: time.nullish() });

/** The result of parsing a delivery's body. */
export type ParsedEvent =
  | {
      readonly kind: "known";
      readonly event: WebhookEvent;
      /** Enum values and union members that this version doesn't know. The event contains them unchanged. */
      readonly unknown: readonly UnknownMember[];
    }
  | { readonly kind: "unknown"; readonly event: UnknownEvent }
  /** The type is known, but the data can't be applied. */
  | { readonly kind: "unreadable"; readonly event: UnknownEvent; readonly issues: readonly WireIssue[] }
  /** Not an event. */
  | { readonly kind: "malformed"; readonly issues: readonly WireIssue[] };

/**
 * Parses a JSON value as an event, first the envelope, then the data for its type. Keeps extra keys at any level. Never
 * throws.
 */
export function parseEvent(value: unknown): ParsedEvent {
  const outer = envelope.safeParse(value);
  if (!outer.success) return { kind: "malformed", issues: outer.error.issues };
  const event = outer.data as UnknownEvent;
  const { type } = event;
  const { error: timeError } = times.safeParse(event);
  if (timeError) return { kind: "unreadable", event, issues: timeError.issues };
  if (!isEventType(type)) return { kind: "unknown", event };
  try {
    const { result, unknown } = collectUnknownMembers(() => eventDataSchemas[type].safeParse(event.data));
    if (!result.success) return { kind: "unreadable", event, issues: result.error.issues };
    return { kind: "known", event: { ...event, data: result.data } as WebhookEvent, unknown };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "unreadable", event, issues: [tooDeep] };
  }
}
