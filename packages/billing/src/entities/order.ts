/** Orders. */

import * as z from "zod";
import { type Address, address } from "./address.ts";
import { type Customer, customer } from "./customer.ts";
import { type Discount, discount } from "./discount.ts";
import { type ShortProduct, shortProduct } from "./product.ts";
import { type ShortSubscription, shortSubscription } from "./subscription.ts";
import {
  amount,
  type CustomFieldData,
  customFieldData,
  type Entity,
  entityShape,
  flag,
  id,
  type Metadata,
  metadata,
  type OpenEnum,
  openEnum,
  text,
} from "./wire.ts";

/** The status of an order. */
export type OrderStatus = "pending" | "paid" | "refunded" | "partially_refunded";

/** The reason for an order. */
export type BillingReason = "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";

/** An order's line item. */
export interface OrderItem extends Entity {
  readonly label: string;
  /** In the currency's smallest unit. Negative for credits. */
  readonly amount: number;
  readonly tax_amount: number;
  readonly proration: boolean;
  readonly product_price_id: string | null;
}

/** An order. Amounts are in the currency's smallest unit. */
export interface Order extends Entity {
  readonly status: OpenEnum<OrderStatus>;
  /** True for orders that are paid, refunded, or partially refunded. */
  readonly paid: boolean;
  readonly subtotal_amount: number;
  readonly discount_amount: number;
  /** Subtotal minus discount. */
  readonly net_amount: number;
  /** The old name of `net_amount`. */
  readonly amount: number;
  readonly tax_amount: number;
  /** Net amount plus tax. */
  readonly total_amount: number;
  readonly refunded_amount: number;
  readonly refunded_tax_amount: number;
  readonly currency: string;
  readonly billing_reason: OpenEnum<BillingReason>;
  readonly billing_name: string | null;
  readonly billing_address: Address | null;
  readonly is_invoice_generated: boolean;
  readonly customer_id: string;
  readonly product_id: string;
  readonly discount_id: string | null;
  readonly subscription_id: string | null;
  readonly checkout_id: string | null;
  readonly metadata: Metadata;
  readonly custom_field_data?: CustomFieldData | undefined;
  readonly customer: Customer;
  /** Deprecated. Not a user of the app. */
  readonly user_id: string;
  readonly product: ShortProduct;
  readonly discount: Discount | null;
  readonly subscription: ShortSubscription | null;
  readonly items: readonly OrderItem[];
}

export const orderStatus: z.ZodType<OpenEnum<OrderStatus>> = openEnum("order status", [
  "pending",
  "paid",
  "refunded",
  "partially_refunded",
]);

export const orderItem: z.ZodType<OrderItem> = z.looseObject({
  ...entityShape,
  label: text,
  amount,
  tax_amount: amount,
  proration: flag,
  product_price_id: id.nullable(),
});

export const order: z.ZodType<Order> = z.looseObject({
  ...entityShape,
  status: orderStatus,
  paid: flag,
  subtotal_amount: amount,
  discount_amount: amount,
  net_amount: amount,
  amount,
  tax_amount: amount,
  total_amount: amount,
  refunded_amount: amount,
  refunded_tax_amount: amount,
  currency: text,
  billing_reason: openEnum("billing reason", [
    "purchase",
    "subscription_create",
    "subscription_cycle",
    "subscription_update",
  ]),
  billing_name: text.nullable(),
  billing_address: address.nullable(),
  is_invoice_generated: flag,
  customer_id: id,
  product_id: id,
  discount_id: id.nullable(),
  subscription_id: id.nullable(),
  checkout_id: id.nullable(),
  metadata,
  custom_field_data: customFieldData.optional(),
  customer,
  user_id: text,
  product: shortProduct,
  discount: discount.nullable(),
  subscription: shortSubscription.nullable(),
  items: z.array(orderItem),
});
