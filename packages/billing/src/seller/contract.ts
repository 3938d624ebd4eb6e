/** The calls of the seller's view: what they take, return, and fail with. */

import type { SessionQuery } from "@latchkey/core/plugin";
import type { CustomerRow } from "../customers/table.ts";
import type { BillingProduct, BillingSubscription } from "../purchases.ts";
import type { DeliverySummary } from "../server-contract.ts";

/** A page of a list. */
export interface SellerListInput {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** What `listSellerCustomers` takes. */
export interface SellerCustomersInput extends SellerListInput {
  /** The beginning of an email address. The list is then sorted by address. */
  readonly search?: string | undefined;
}

/** What `listSellerSubscriptions` takes. */
export interface SellerSubscriptionsInput extends SellerListInput {
  /** `true`: only subscriptions that give access. `false`: only the others. */
  readonly active?: boolean | undefined;
}

/** A product, on sale or archived. */
export interface SellerProduct extends BillingProduct {
  readonly isArchived: boolean;
  readonly createdAt: Date | null;
}

/** A customer, and the user or organization they are. */
export interface SellerCustomer
  extends Pick<CustomerRow, "id" | "email" | "emailVerified" | "name" | "externalId" | "createdAt" | "deletedAt"> {}

/** A subscription and its customer. */
export interface SellerSubscription extends BillingSubscription {
  readonly createdAt: Date | null;
  readonly customer: { readonly id: string; readonly email: string | null; readonly name: string | null };
  /** What the customer wrote when they canceled. */
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

/** A page of deliveries. There are too many to count all of them. */
export interface SellerDeliveryPage {
  readonly deliveries: readonly DeliverySummary[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

type SellerCode = "BILLING_SELLER_FORBIDDEN";

/** The calls about what everyone bought, for users that `billing.seller` lets in. */
export interface SellerCalls {
  /** Returns a page of products, newest first. */
  readonly listSellerProducts: SessionQuery<SellerListInput | void, SellerProductPage, SellerCode>;
  /** Returns a page of customers, newest first unless searched. */
  readonly listSellerCustomers: SessionQuery<SellerCustomersInput | void, SellerCustomerPage, SellerCode>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSellerSubscriptions: SessionQuery<SellerSubscriptionsInput | void, SellerSubscriptionPage, SellerCode>;
  /** Returns a page of webhook deliveries, newest first. */
  readonly listSellerDeliveries: SessionQuery<SellerListInput | void, SellerDeliveryPage, SellerCode>;
}

/** The calls as the client has them. */
export interface SellerClient<C extends SellerCalls> {
  readonly products: C["listSellerProducts"]["client"];
  readonly customers: C["listSellerCustomers"]["client"];
  readonly subscriptions: C["listSellerSubscriptions"]["client"];
  readonly deliveries: C["listSellerDeliveries"]["client"];
}
