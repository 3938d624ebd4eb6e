/** What a customer bought, as the calls return it. Amounts are in the currency's smallest unit. */

import type { BenefitType } from "./entities/benefit.ts";
import type { BillingReason, OrderStatus } from "./entities/order.ts";
import type { RefundStatus } from "./entities/refund.ts";
import type { CancellationReason, SubscriptionStatus } from "./entities/subscription.ts";
import type { OpenEnum } from "./entities/wire.ts";
import type { OrderLine } from "./orders/table.ts";
import type { ProductBenefit, ProductPrice, ProductQuestion } from "./products/table.ts";
import type { MeterUsage } from "./subscriptions/table.ts";

/** A product on sale. */
export interface BillingProduct {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isRecurring: boolean;
  readonly recurringInterval: string | null;
  /** Without archived prices. */
  readonly prices: readonly ProductPrice[];
  readonly benefits: readonly ProductBenefit[];
  /** The length of the free trial. 0 for none, and `null` if the payment provider doesn't say. */
  readonly trialDays: number | null;
  readonly questions: readonly ProductQuestion[];
  readonly images: readonly string[];
}

/** A change of a subscription that applies when the period ends. What doesn't change is `null`. */
export interface ScheduledChange {
  readonly product: { readonly id: string; readonly name: string | null } | null;
  /** The new price, if the payment provider says which. */
  readonly priceId: string | null;
  readonly seats: number | null;
  readonly appliesAt: Date;
}

/** A subscription. */
export interface BillingSubscription {
  readonly id: string;
  readonly status: OpenEnum<SubscriptionStatus>;
  /** Whether it gives access: active or trialing. */
  readonly isActive: boolean;
  readonly product: { readonly id: string; readonly name: string | null };
  readonly amount: number;
  readonly currency: string;
  readonly recurringInterval: string;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  /** It stays active until `endsAt`. */
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: Date | null;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly cancellationReason: OpenEnum<CancellationReason> | null;
  /** When the trial ends or ended. `null` if there was none. */
  readonly trialEndsAt: Date | null;
  /** The number of paid seats. `null` if the price doesn't count seats. */
  readonly seats: number | null;
  readonly scheduledChange: ScheduledChange | null;
  readonly meters: readonly MeterUsage[];
}

/** The seats of an organization. */
export interface SeatUsage {
  /** How seats work in this app. See `billing.seats`. */
  readonly mode: "members" | "fixed";
  /** The number of seats that the plan has. `null` if there's no plan with seats, and no limit. */
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

/** Whether a user or an organization may use something. */
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
export interface OrderRefund {
  readonly id: string;
  readonly status: OpenEnum<RefundStatus>;
  readonly reason: string;
  /** Before tax. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly createdAt: Date | null;
}

/** An order, with its refunds. */
export interface BillingOrder {
  readonly id: string;
  readonly status: OpenEnum<OrderStatus>;
  readonly product: { readonly id: string; readonly name: string | null };
  readonly billingReason: OpenEnum<BillingReason>;
  readonly currency: string;
  readonly subtotalAmount: number;
  readonly discountAmount: number;
  readonly netAmount: number;
  readonly taxAmount: number;
  readonly totalAmount: number;
  readonly refundedAmount: number;
  readonly refundedTaxAmount: number;
  readonly hasInvoice: boolean;
  readonly subscriptionId: string | null;
  /** The checkout it was bought with. `null` for a renewal. */
  readonly checkoutId: string | null;
  readonly createdAt: Date | null;
  readonly items: readonly OrderLine[];
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
export interface MeterBalance {
  readonly meterId: string;
  readonly name: string | null;
  readonly consumedUnits: number;
  readonly creditedUnits: number;
  /** Negative if more was used than credited. */
  readonly balance: number;
}

/** A customer. */
export interface BillingCustomer {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly createdAt: Date | null;
}

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
