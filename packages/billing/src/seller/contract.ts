/** The calls of the seller's view, with their inputs, responses, and errors. */

import type { SessionCall, SessionQuery } from "@latchkey/core/plugin";
import type { CustomerRow } from "../customers/table.ts";
import type { BillingProduct, BillingSubscription } from "../purchases.ts";
import type { DeliverySummary, RedeliverInput, RedeliverReport } from "../server-contract.ts";

/** Selects a page of a list. */
export interface SellerListInput {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Input of `listSellerCustomers`. */
export interface SellerCustomersInput extends SellerListInput {
  /** The beginning of an email. The list is then sorted by email. */
  readonly search?: string | undefined;
}

/** Input of `listSellerSubscriptions`. */
export interface SellerSubscriptionsInput extends SellerListInput {
  /** `true` returns only subscriptions that give access, `false` only the others. Default: all. */
  readonly active?: boolean | undefined;
}

/** A product, on sale or archived. */
export interface SellerProduct extends BillingProduct {
  readonly isArchived: boolean;
  readonly createdAt: Date | null;
}

/** A customer, with the user or organization that it belongs to. */
export interface SellerCustomer
  extends Pick<CustomerRow, "id" | "email" | "emailVerified" | "name" | "externalId" | "createdAt" | "deletedAt"> {}

/** A subscription with its customer. */
export interface SellerSubscription extends BillingSubscription {
  readonly createdAt: Date | null;
  readonly customer: { readonly id: string; readonly email: string | null; readonly name: string | null };
  /** The customer's comment when they canceled. */
  readonly cancellationComment: string | null;
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

type SellerCode = "BILLING_SELLER_FORBIDDEN";

/** The calls about the data of all customers, for users that `billing.seller` allows. */
export interface SellerCalls {
  /** Returns a page of products, newest first. */
  readonly listSellerProducts: SessionQuery<SellerListInput | void, SellerProductPage, SellerCode>;
  /** Returns a page of customers, newest first unless searched. */
  readonly listSellerCustomers: SessionQuery<SellerCustomersInput | void, SellerCustomerPage, SellerCode>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSellerSubscriptions: SessionQuery<SellerSubscriptionsInput | void, SellerSubscriptionPage, SellerCode>;
  /** Runs a delivery's failed handlers again, and applies it if a newer version can. */
  readonly redeliverForSeller: SessionCall<RedeliverInput, RedeliverReport, SellerCode | "DELIVERY_NOT_FOUND">;
  /** Returns a page of webhook deliveries, newest first. */
  readonly listSellerDeliveries: SessionQuery<SellerListInput | void, SellerDeliveryPage, SellerCode>;
}

/** The calls as they appear on the client. */
export interface SellerClient<C extends SellerCalls> {
  readonly products: C["listSellerProducts"]["client"];
  readonly customers: C["listSellerCustomers"]["client"];
  readonly subscriptions: C["listSellerSubscriptions"]["client"];
  readonly deliveries: C["listSellerDeliveries"]["client"];
  readonly redeliver: C["redeliverForSeller"]["client"];
}
