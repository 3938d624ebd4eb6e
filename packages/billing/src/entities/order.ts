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
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openEnum,
  optionalEnum,
  orElse,
  text,
  type WireShape,
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
  /** `null` for an order without a product, such as one created through the API. */
  readonly product_id: string | null;
  readonly discount_id: string | null;
  readonly subscription_id: string | null;
  readonly checkout_id: string | null;
  readonly metadata: Metadata;
  readonly custom_field_data?: CustomFieldData | undefined;
  readonly customer: Customer | null;
  /** Deprecated. Not a user of the app. */
  readonly user_id: string;
  readonly product: ShortProduct | null;
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
  product_price_id: nullable(id),
});

export const orderShape: WireShape<Order> = {
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
  billing_reason: optionalEnum("billing reason", [
    "purchase",
    "subscription_create",
    "subscription_cycle",
    "subscription_update",
  ]),
  billing_name: nullable(text),
  billing_address: nullable(address),
  is_invoice_generated: flag,
  customer_id: id,
  product_id: nullable(id),
  discount_id: nullable(id),
  subscription_id: nullable(id),
  checkout_id: nullable(id),
  metadata,
  custom_field_data: orElse(customFieldData, undefined),
  customer: nullable(customer),
  user_id: text,
  product: nullable(shortProduct),
  discount: nullable(discount),
  subscription: nullable(shortSubscription),
  items: listOf(orderItem),
};

export const order: z.ZodType<Order> = z.looseObject(orderShape);
