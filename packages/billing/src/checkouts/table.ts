/** The `billingCheckout` table. It doesn't store the client secret, which gives a browser access to the checkout. */

import type { Table } from "@latchkey/core/database";
import { type Checkout, type CheckoutStatus, checkoutShape } from "../entities/checkout.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";
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

const checkoutMirror: Mirror<CheckoutRow, Checkout> = defineMirror<CheckoutRow, Checkout>({
  name: "billingCheckout",
  wire: checkoutShape,
  fields: {
    status: "status",
    expiresAt: "expires_at",
    amount: "amount",
    discountAmount: "discount_amount",
    netAmount: "net_amount",
    taxAmount: "tax_amount",
    totalAmount: "total_amount",
    currency: "currency",
    productId: { type: "string", from: (checkout) => checkout.product_id ?? checkout.products[0]?.id ?? "" },
    priceId: { type: "string", from: (checkout) => checkout.product_price_id ?? "" },
    productIds: { type: "json", from: (checkout) => checkout.products.map((product) => product.id) },
    discountId: "discount_id",
    customerId: { index: true, from: "customer_id" },
    externalId: {
      type: "string",
      nullable: true,
      index: true,
      from: (checkout) => checkout.external_customer_id ?? checkout.customer_external_id ?? null,
    },
    subscriptionId: "subscription_id",
    metadata: "metadata",
    answers: { type: "json", from: (checkout) => checkout.custom_field_data ?? {} },
  },
  stateMachine: stateMachines.checkout,
});

export const checkoutTable: Table<CheckoutRow> = checkoutMirror.table;

export const checkoutSnapshot: ToSnapshot<Checkout> = checkoutMirror.toSnapshot;
