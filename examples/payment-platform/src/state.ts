/** The provider's whole state. */

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

// Entities are stored without the copies of related entities that responses include. Those are added on output.
export type StoredCheckout = Omit<
  Checkout,
  "products" | "product" | "product_price" | "discount" | "product_id" | "expires_at"
> & {
  readonly product_id: string;
  readonly expires_at: string;
  /** The products that the buyer can choose from. */
  readonly product_ids: readonly string[];
  readonly seats: number | null;
  /** Length of the free trial, in days. 0 means no trial. `null` uses the product's own trial. */
  readonly trial_days: number | null;
};
export type StoredSubscription = ShortSubscription & Pick<Subscription, "custom_field_data" | "pending_update">;
export type StoredOrder = Omit<
  Order,
  "customer" | "product" | "discount" | "subscription" | "product_id" | "created_at"
> & {
  readonly product_id: string;
  readonly created_at: string;
};
export type StoredGrant = Omit<BenefitGrant, "customer" | "benefit">;
export type StoredBalance = CustomerMeter & { readonly customer_id: string };

/** A session that gives a customer access to the portal. */
export interface PortalSession {
  readonly id: string;
  readonly created_at: string;
  readonly customer_id: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Entities by id, and portal sessions by token. Contains only plain values, so that it can be saved as JSON. */
export interface State {
  readonly customers: Record<string, Customer>;
  readonly checkouts: Record<string, StoredCheckout>;
  readonly subscriptions: Record<string, StoredSubscription>;
  readonly orders: Record<string, StoredOrder>;
  readonly refunds: Record<string, Refund>;
  readonly grants: Record<string, StoredGrant>;
  readonly balances: Record<string, StoredBalance>;
  readonly sessions: Record<string, PortalSession>;
  /** Keys of usage events that were already counted. */
  readonly usageKeys: Record<string, true>;
}

/** The context that all parts of the provider share. */
export interface Platform {
  /** Base URL, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly catalog: Catalog;
  readonly clock: PlatformClock;
  readonly state: State;
  /** Sends an event to the seller's endpoint, with the data as it is now. */
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

/** Stores a changed entity with its modification time. */
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
