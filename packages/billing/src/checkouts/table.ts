/** The table `billingCheckout`. It doesn't store the client secret, which gives a browser access to the checkout. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { Checkout, CheckoutStatus } from "../entities/checkout.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  type Snapshot,
  snapshot,
} from "../mirror/snapshot.ts";
import { stateMachines } from "../mirror/transitions.ts";

/** A checkout. Amounts are in the currency's smallest unit. */
export interface CheckoutRow extends MirrorRow {
  readonly status: OpenEnum<CheckoutStatus>;
  readonly expiresAt: Date | null;
  readonly amount: number;
  readonly discountAmount: number;
  readonly netAmount: number;
  readonly taxAmount: number | null;
  readonly totalAmount: number;
  readonly currency: string;
  readonly productId: string;
  readonly priceId: string;
  readonly productIds: readonly string[];
  readonly discountId: string | null;
  readonly customerId: string | null;
  readonly externalId: string | null;
  readonly subscriptionId: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
}

export const checkoutTable: Table<CheckoutRow> = defineTable<CheckoutRow>({
  name: "billingCheckout",
  columns: {
    ...mirrorColumns,
    status: { type: "string" },
    expiresAt: { type: "date", nullable: true },
    amount: { type: "number" },
    discountAmount: { type: "number" },
    netAmount: { type: "number" },
    taxAmount: { type: "number", nullable: true },
    totalAmount: { type: "number" },
    currency: { type: "text" },
    productId: { type: "string" },
    priceId: { type: "string" },
    productIds: { type: "json" },
    discountId: { type: "string", nullable: true },
    customerId: { type: "string", nullable: true, index: true },
    externalId: { type: "string", nullable: true, index: true },
    subscriptionId: { type: "string", nullable: true },
    metadata: { type: "json" },
    answers: { type: "json" },
  },
});

export function checkoutSnapshot(checkout: Checkout, origin: Origin): Snapshot<CheckoutRow> {
  const values = {
    status: checkout.status,
    expiresAt: parseWireDate(checkout.expires_at),
    amount: checkout.amount,
    discountAmount: checkout.discount_amount,
    netAmount: checkout.net_amount,
    taxAmount: checkout.tax_amount,
    totalAmount: checkout.total_amount,
    currency: checkout.currency,
    productId: checkout.product_id ?? checkout.products[0]?.id ?? "",
    priceId: checkout.product_price_id ?? "",
    productIds: checkout.products.map((product) => product.id),
    discountId: checkout.discount_id,
    customerId: checkout.customer_id,
    externalId: checkout.external_customer_id ?? checkout.customer_external_id ?? null,
    subscriptionId: checkout.subscription_id,
    metadata: checkout.metadata,
    answers: checkout.custom_field_data ?? {},
  };
  return snapshot(checkoutTable, origin, checkout, values, stateMachines.checkout);
}
