/** What a customer bought, as the calls return it. Amounts are in the currency's smallest unit. */

import type { CustomerRow } from "./customers/table.ts";
import type { BenefitType } from "./entities/benefit.ts";
import type { OpenEnum } from "./entities/wire.ts";
import type { BalanceRow } from "./meters/table.ts";
import type { OrderRow } from "./orders/table.ts";
import type { ProductPrice, ProductRow } from "./products/table.ts";
import type { RefundRow } from "./refunds/table.ts";
import type { BalanceKey, CustomerKey, OrderKey, ProductKey, RefundKey, SubscriptionKey } from "./response-columns.ts";
import type { SubscriptionRow } from "./subscriptions/table.ts";

/** A product for sale. */
export interface BillingProduct extends Pick<ProductRow, ProductKey> {
  /** Without archived prices. */
  readonly prices: readonly ProductPrice[];
}

/** A change to a subscription that applies when the period ends. Fields that don't change are `null`. */
export interface ScheduledChange {
  readonly product: { readonly id: string; readonly name: string | null } | null;
  /** The new price, if the payment provider says which. */
  readonly priceId: string | null;
  readonly seats: number | null;
  readonly appliesAt: Date;
}

/** A subscription. */
export interface BillingSubscription extends Pick<SubscriptionRow, SubscriptionKey> {
  /** Whether it gives access: active or trialing. */
  readonly isActive: boolean;
  readonly product: { readonly id: string; readonly name: string | null };
  readonly scheduledChange: ScheduledChange | null;
}

/** An organization's seats. */
export interface SeatUsage {
  /** How seats work in this app. See `billing.seats`. */
  readonly mode: "members" | "fixed";
  /**
   * The number of seats that the plan has, or `billing.seats.withoutPlan` if there's no such plan. `null` means no
   * limit.
   */
  readonly paid: number | null;
  readonly members: number;
  /** Pending invitations. */
  readonly invitations: number;
}

/** The named benefits and limits of a user or an organization. */
export interface BillingEntitlements {
  /** Names of benefits, sorted. */
  readonly benefits: readonly string[];
  /** Limits by name. `null` means unlimited. */
  readonly limits: Readonly<Record<string, number | null>>;
}

/** Whether a user or an organization can use something. */
export interface Entitlement {
  readonly allowed: boolean;
  /** `null` for no limit, and for benefits. */
  readonly limit: number | null;
  /** What's left of the limit. `null` for no limit, and for benefits. */
  readonly remaining: number | null;
}

/** A page of subscriptions. */
export interface SubscriptionPage {
  readonly subscriptions: readonly BillingSubscription[];
  /** Number of subscriptions on all pages. */
  readonly total: number;
}

/** A refund of an order. */
export interface OrderRefund extends Pick<RefundRow, RefundKey> {}

/** An order, with its refunds. */
export interface BillingOrder extends Pick<OrderRow, OrderKey> {
  readonly product: { readonly id: string; readonly name: string | null };
  readonly refunds: readonly OrderRefund[];
}

/** A page of orders. */
export interface OrderPage {
  readonly orders: readonly BillingOrder[];
  /** Number of orders on all pages. */
  readonly total: number;
}

/** A license key, as far as webhooks describe it. Keys are activated with the payment provider. */
export interface LicenseKey {
  readonly id: string | null;
  /** Masked. */
  readonly displayKey: string | null;
  /** `null` means no limit. */
  readonly limitUsage: number | null;
  /** `null` means no limit. */
  readonly activationLimit: number | null;
  /** Whether customers can manage their own activations. */
  readonly customerAdmin: boolean;
  /** `null` means never. */
  readonly expiresAt: Date | null;
}

/** A benefit that a customer has. */
export interface BillingBenefit {
  /** The benefit's id. */
  readonly id: string;
  readonly grantId: string;
  readonly type: OpenEnum<BenefitType>;
  readonly description: string | null;
  readonly grantedAt: Date | null;
  /** The seller's note to the customer, in Markdown. Set for `custom` benefits. */
  readonly note: string | null;
  /** Set for `license_keys` benefits. */
  readonly licenseKey: LicenseKey | null;
  /** File ids. Set for `downloadables` benefits. */
  readonly files: readonly string[] | null;
}

/** A benefit that the customer gets once they do something, such as connect a Discord account. */
export interface WaitingBenefit extends Pick<BillingBenefit, "id" | "grantId" | "type" | "description"> {
  /** The payment provider's message, which says what's missing. */
  readonly error: string;
}

/** A customer's balance of a meter. Units can be fractions. */
export interface MeterBalance extends Pick<BalanceRow, BalanceKey> {
  readonly name: string | null;
}

/** A customer. */
export interface BillingCustomer extends Pick<CustomerRow, CustomerKey> {}

/** Everything a user or an organization has now. */
export interface BillingState {
  /** `null` if they never bought anything. */
  readonly customer: BillingCustomer | null;
  /** Subscriptions that give access: active or trialing. */
  readonly subscriptions: readonly BillingSubscription[];
  readonly benefits: readonly BillingBenefit[];
  /** Benefits that the customer bought but can't get yet. */
  readonly waitingBenefits: readonly WaitingBenefit[];
  readonly meters: readonly MeterBalance[];
}
