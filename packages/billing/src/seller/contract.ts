/** The seller view's calls, with their inputs, responses, and errors. */

import type { SessionCall, SessionQuery, StatusResponse } from "@latchkey/core/plugin";
import type { CustomerRow } from "../customers/table.ts";
import type { ProductRow } from "../products/table.ts";
import type { BillingProduct, BillingSubscription } from "../purchases.ts";
import type { SellerCustomerKey, SellerProductKey, SellerSubscriptionKey } from "../response-columns.ts";
import type { DeliverySummary, LinkCustomerInput, RedeliverInput, RedeliverReport } from "../server-contract.ts";
import type { SubscriptionRow } from "../subscriptions/table.ts";
import type { SellerBenefit, SellerDiscount, SellerMeter, SellerOrder, SellerPage, SellerRefund } from "./sales.ts";

/** Selects a page of a list. */
export interface SellerListInput {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Input for `listSellerCustomers`. */
export interface SellerCustomersInput extends SellerListInput {
  /** The beginning of an email. If it's set, the list is sorted by email. */
  readonly search?: string | undefined;
}

/** Input for `listSellerSubscriptions`. */
export interface SellerSubscriptionsInput extends SellerListInput {
  /** `true` returns only subscriptions that give access, and `false` only those that don't. Default: all. */
  readonly active?: boolean | undefined;
}

/** Input for `listSellerOrders` and `listSellerRefunds`. */
export interface SellerSalesInput extends SellerListInput {
  /** Returns only entries with this status, such as `paid`. Default: all. */
  readonly status?: string | undefined;
}

/** A product that's for sale or archived. */
export interface SellerProduct extends BillingProduct, Pick<ProductRow, SellerProductKey> {}

/** A customer, with the user or organization that it belongs to. */
export interface SellerCustomer extends Pick<CustomerRow, SellerCustomerKey> {
  /** A user's ID, or `org_` and an organization's ID. `null` if the customer isn't linked to any. */
  readonly externalId: string | null;
}

/** A subscription with its customer. */
export interface SellerSubscription extends BillingSubscription, Pick<SubscriptionRow, SellerSubscriptionKey> {
  readonly customer: { readonly id: string; readonly email: string | null; readonly name: string | null };
}

/** A page of products. */
export interface SellerProductPage {
  readonly products: readonly SellerProduct[];
  /** Number of products on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** A page of customers. */
export interface SellerCustomerPage {
  readonly customers: readonly SellerCustomer[];
  /** Number of customers on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** A page of subscriptions. */
export interface SellerSubscriptionPage {
  readonly subscriptions: readonly SellerSubscription[];
  /** Number of subscriptions on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** A page of deliveries. Without a total, because counting them all would be slow. */
export interface SellerDeliveryPage {
  readonly deliveries: readonly DeliverySummary[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Revenue in one currency. */
export interface SellerRevenue {
  /** Three-letter currency code, lowercase. */
  readonly currency: string;
  /** In the currency's smallest unit. Negative if more was refunded than paid. */
  readonly amount: number;
}

/** The shop's key metrics. */
export interface SellerOverview {
  /** Subscriptions that give access, including trials. */
  readonly active: number;
  /** Subscriptions in their trial. */
  readonly trialing: number;
  /** Subscriptions whose last payment failed. */
  readonly pastDue: number;
  /** Customers that weren't deleted. */
  readonly customers: number;
  /** Paid orders from the last 30 days, before tax, minus refunds made in that time. The largest amount comes first. */
  readonly revenue: readonly SellerRevenue[];
}

/** Input for `listSellerOwners`. */
export interface SellerOwnersInput {
  /** An ID, or the beginning of a user's email or an organization's slug. 2 to 255 characters. */
  readonly search: string;
}

/** A user or an organization that a customer can be linked to. */
export interface SellerOwner {
  /** A user's ID, or `org_` and an organization's ID. */
  readonly referenceId: string;
  readonly kind: "user" | "organization";
  readonly name: string;
  /** The user's email, or the organization's slug. */
  readonly detail: string;
}

type SellerCode = "BILLING_SELLER_FORBIDDEN";

/** The calls that access all customers' data, for users that `billing.seller` allows. */
export interface SellerCalls {
  /** Returns the shop's key metrics. */
  readonly getSellerOverview: SessionQuery<void, SellerOverview, SellerCode>;
  /** Finds users and organizations, to link a customer to one of them. */
  readonly listSellerOwners: SessionQuery<SellerOwnersInput, readonly SellerOwner[], SellerCode>;
  /** Returns a page of products, newest first. */
  readonly listSellerProducts: SessionQuery<SellerListInput | void, SellerProductPage, SellerCode>;
  /** Returns a page of customers, newest first unless searched. */
  readonly listSellerCustomers: SessionQuery<SellerCustomersInput | void, SellerCustomerPage, SellerCode>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSellerSubscriptions: SessionQuery<SellerSubscriptionsInput | void, SellerSubscriptionPage, SellerCode>;
  /** Returns a page of orders with their refunds, newest first. */
  readonly listSellerOrders: SessionQuery<SellerSalesInput | void, SellerPage<SellerOrder>, SellerCode>;
  /** Returns a page of refunds, newest first. */
  readonly listSellerRefunds: SessionQuery<SellerSalesInput | void, SellerPage<SellerRefund>, SellerCode>;
  /** Returns a page of benefits, newest first. */
  readonly listSellerBenefits: SessionQuery<SellerListInput | void, SellerPage<SellerBenefit>, SellerCode>;
  /** Returns a page of discounts, newest first. */
  readonly listSellerDiscounts: SessionQuery<SellerListInput | void, SellerPage<SellerDiscount>, SellerCode>;
  /** Returns a page of meters, newest first. */
  readonly listSellerMeters: SessionQuery<SellerListInput | void, SellerPage<SellerMeter>, SellerCode>;
  /**
   * Runs a delivery's failed handlers again. Applies a delivery that an earlier version couldn't read but this one can.
   */
  readonly redeliverForSeller: SessionCall<RedeliverInput, RedeliverReport, SellerCode | "DELIVERY_NOT_FOUND">;
  /** Links an existing customer to a user or an organization. Needs `billing.provider`. */
  readonly linkCustomerForSeller: SessionCall<
    LinkCustomerInput,
    StatusResponse,
    | SellerCode
    | "CUSTOMER_NOT_FOUND"
    | "CUSTOMER_ALREADY_LINKED"
    | "BILLING_REFERENCE_NOT_FOUND"
    | "BILLING_CUSTOMER_CONFLICT"
    | "BILLING_PROVIDER_REJECTED"
    | "BILLING_PROVIDER_FAILED"
  >;
  /** Returns a page of webhook deliveries, newest first. */
  readonly listSellerDeliveries: SessionQuery<SellerListInput | void, SellerDeliveryPage, SellerCode>;
}

/** The seller calls as they appear on the client. */
export interface SellerClient<C extends SellerCalls> {
  readonly overview: C["getSellerOverview"]["client"];
  readonly owners: C["listSellerOwners"]["client"];
  readonly products: C["listSellerProducts"]["client"];
  readonly customers: C["listSellerCustomers"]["client"];
  readonly subscriptions: C["listSellerSubscriptions"]["client"];
  readonly orders: C["listSellerOrders"]["client"];
  readonly refunds: C["listSellerRefunds"]["client"];
  readonly benefits: C["listSellerBenefits"]["client"];
  readonly discounts: C["listSellerDiscounts"]["client"];
  readonly meters: C["listSellerMeters"]["client"];
  readonly deliveries: C["listSellerDeliveries"]["client"];
  readonly redeliver: C["redeliverForSeller"]["client"];
  readonly linkCustomer: C["linkCustomerForSeller"]["client"];
}
