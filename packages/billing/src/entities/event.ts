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
import { findUnknownMembers, type UnknownMember } from "./unknown-members.ts";
import { time, tooDeep, type WireIssue } from "./wire.ts";

/** The known event types, grouped by their `data`. Types, schemas, and handlers are derived from this list. */
export const eventTypesByData = {
  checkout: ["checkout.created", "checkout.updated"],
  customer: ["customer.created", "customer.updated", "customer.deleted"],
  customerState: ["customer.state_changed"],
  order: ["order.created", "order.updated", "order.paid", "order.refunded"],
  subscription: [
    "subscription.created",
    "subscription.active",
    "subscription.updated",
    "subscription.canceled",
    "subscription.uncanceled",
    "subscription.revoked",
  ],
  refund: ["refund.created", "refund.updated"],
  product: ["product.created", "product.updated"],
  benefit: ["benefit.created", "benefit.updated"],
  grant: ["benefit_grant.created", "benefit_grant.cycled", "benefit_grant.updated", "benefit_grant.revoked"],
  seller: ["organization.updated"],
} as const;

/** The types that an event's `data` can have. */
export interface DataKinds {
  checkout: Checkout;
  customer: Customer;
  customerState: CustomerState;
  order: Order;
  subscription: Subscription;
  refund: Refund;
  product: Product;
  benefit: Benefit;
  grant: BenefitGrant;
  seller: SellerOrganization;
}

/** The kind of an event's `data`. */
export type DataKind = keyof DataKinds;

type KindsByType = { [Kind in DataKind as (typeof eventTypesByData)[Kind][number]]: Kind };

/** Maps each event type to its `data`. */
export type EventData = { [Type in keyof KindsByType]: DataKinds[KindsByType[Type]] };

/** The 27 known event types. */
export type EventType = keyof EventData;

/** An event of one type. */
export interface EventOf<Type extends EventType> {
  readonly type: Type;
  /** The provider's own name for the event, if it's different, such as `customer.subscription.trial_will_end`. */
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

const schemas: { readonly [Kind in DataKind]: z.ZodType<DataKinds[Kind]> } = {
  checkout,
  customer,
  customerState,
  order,
  subscription,
  refund,
  product,
  benefit,
  grant: benefitGrant,
  seller: sellerOrganization,
};

const kindsByType: ReadonlyMap<string, DataKind> = new Map(
  Object.entries(eventTypesByData).flatMap(([kind, types]) => types.map((type) => [type, kind as DataKind])),
);

/** All known event types. */
export const eventTypes: readonly EventType[] = [...kindsByType.keys()] as EventType[];

/** Whether an event type is known. */
export function isEventType(type: string): type is EventType {
  return kindsByType.has(type);
}

/** Returns the data kind of an event type. */
export function dataKindOf(type: EventType): DataKind {
  return kindsByType.get(type) as DataKind;
}

/** The schema of each event type's data. */
export const eventDataSchemas: { readonly [Type in EventType]: z.ZodType<EventData[Type]> } = Object.fromEntries(
  eventTypes.map((type) => [type, schemas[dataKindOf(type)]]),
) as { readonly [Type in EventType]: z.ZodType<EventData[Type]> };

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
    const schema: z.ZodType = eventDataSchemas[type];
    const result = schema.safeParse(event.data);
    if (!result.success) return { kind: "unreadable", event, issues: result.error.issues };
    const unknown = findUnknownMembers(schema, result.data);
    return { kind: "known", event: { ...event, data: result.data } as WebhookEvent, unknown };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "unreadable", event, issues: [tooDeep] };
  }
}
