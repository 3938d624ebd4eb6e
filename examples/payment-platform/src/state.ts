/** Everything that the platform remembers. */

import type {
  BenefitGrant,
  Checkout,
  Customer,
  CustomerMeter,
  EventData,
  EventType,
  Order,
  Refund,
  ShortSubscription,
  Subscription,
} from "@latchkey/billing/schemas";
import type { Catalog } from "./catalog.ts";
import type { PlatformClock } from "./clock.ts";

// Each without the copies of others that it shows: they are put in when it is shown.
export type StoredCheckout = Omit<Checkout, "products" | "product" | "product_price" | "discount"> & {
  /** What there is to choose from. */
  readonly product_ids: readonly string[];
};
export type StoredSubscription = ShortSubscription & Pick<Subscription, "custom_field_data">;
export type StoredOrder = Omit<Order, "customer" | "product" | "discount" | "subscription">;
export type StoredGrant = Omit<BenefitGrant, "customer" | "benefit">;
export type StoredBalance = CustomerMeter & { readonly customer_id: string };

/** What lets a customer into the portal. */
export interface PortalSession {
  readonly id: string;
  readonly created_at: string;
  readonly customer_id: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** By id, portal sessions by token. Plain values alone, so that all of it can be written to a file. */
export interface State {
  readonly customers: Record<string, Customer>;
  readonly checkouts: Record<string, StoredCheckout>;
  readonly subscriptions: Record<string, StoredSubscription>;
  readonly orders: Record<string, StoredOrder>;
  readonly refunds: Record<string, Refund>;
  readonly grants: Record<string, StoredGrant>;
  readonly balances: Record<string, StoredBalance>;
  readonly sessions: Record<string, PortalSession>;
  /** Keys of usage events that were taken. */
  readonly usageKeys: Record<string, true>;
}

/** What every part of the platform works with. */
export interface Platform {
  /** Where it is reached: `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly catalog: Catalog;
  readonly clock: PlatformClock;
  readonly state: State;
  /** Tells the seller's endpoint what happened. The data are taken as they are now. */
  emit<Type extends EventType>(type: Type, data: EventData[Type]): void;
}

export function emptyState(): State {
  return {
    customers: {},
    checkouts: {},
    subscriptions: {},
    orders: {},
    refunds: {},
    grants: {},
    balances: {},
    sessions: {},
    usageKeys: {},
  };
}

/** Puts a changed entity in the place of what it was, with the time of its change. */
export function change<T extends { readonly id: string; readonly modified_at: string | null }>(
  { clock }: Platform,
  table: Record<string, T>,
  one: T,
  changes: Partial<T>,
): T {
  const changed = { ...one, ...changes, modified_at: clock.stamp() };
  table[one.id] = changed;
  return changed;
}
