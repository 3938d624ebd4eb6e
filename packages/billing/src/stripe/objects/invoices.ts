/** Stripe's invoices. Some fields moved between API versions, so both places are read. */

import * as z from "zod";
import { type Address, address } from "../../entities/address.ts";
import { amount, flag, id, listOf, type Metadata, metadata, nullable, text } from "../../entities/wire.ts";
import { embeddedList, idIn, reference, type StripeReference, seconds } from "./common.ts";
import { type StripeDiscount, stripeDiscount } from "./discounts.ts";

/** Parts of an amount, such as several taxes. */
export type Amounts = readonly { readonly amount: number }[];

/** An invoice line. Amounts are in the currency's smallest unit. */
export interface StripeInvoiceLine {
  readonly id: string;
  readonly description: string | null;
  readonly amount: number;
  readonly proration: boolean;
  readonly parent: {
    readonly subscription_item_details: { readonly proration: boolean } | null;
    readonly invoice_item_details: { readonly proration: boolean } | null;
  } | null;
  readonly price: StripeReference | null;
  readonly pricing: {
    readonly price_details: {
      readonly price: StripeReference | null;
      readonly product: StripeReference | null;
    } | null;
  } | null;
  readonly taxes: Amounts;
  readonly tax_amounts: Amounts;
}

/** An invoice. Amounts are in the currency's smallest unit. */
export interface StripeInvoice {
  readonly id: string;
  readonly created: number | null;
  /** `draft`, `open`, `paid`, `void`, or `uncollectible`. */
  readonly status: string | null;
  readonly customer: StripeReference | null;
  readonly currency: string;
  readonly subtotal: number;
  readonly total: number;
  readonly tax: number | null;
  readonly total_taxes: Amounts | null;
  readonly total_discount_amounts: Amounts;
  readonly billing_reason: string | null;
  readonly customer_name: string | null;
  readonly customer_address: Address | null;
  readonly subscription: StripeReference | null;
  readonly parent: {
    readonly subscription_details: {
      readonly subscription: StripeReference | null;
      readonly metadata: Metadata;
    } | null;
  } | null;
  readonly discounts: readonly (string | StripeDiscount)[];
  readonly lines: readonly StripeInvoiceLine[];
  readonly metadata: Metadata;
}

const amounts: z.ZodType<Amounts> = listOf(z.looseObject({ amount }));
const prorated = nullable(z.looseObject({ proration: flag }));

const stripeInvoiceLine: z.ZodType<StripeInvoiceLine> = z.looseObject({
  id,
  description: nullable(z.string()),
  amount,
  proration: flag,
  parent: nullable(z.looseObject({ subscription_item_details: prorated, invoice_item_details: prorated })),
  price: reference,
  pricing: nullable(
    z.looseObject({ price_details: nullable(z.looseObject({ price: reference, product: reference })) }),
  ),
  taxes: amounts,
  tax_amounts: amounts,
});

export const stripeInvoice: z.ZodType<StripeInvoice> = z.looseObject({
  id,
  created: seconds,
  status: nullable(z.string().max(255)),
  customer: reference,
  currency: text,
  subtotal: amount,
  total: amount,
  tax: nullable(amount),
  total_taxes: nullable(amounts),
  total_discount_amounts: amounts,
  billing_reason: nullable(z.string()),
  customer_name: nullable(z.string()),
  customer_address: nullable(address),
  subscription: reference,
  parent: nullable(
    z.looseObject({ subscription_details: nullable(z.looseObject({ subscription: reference, metadata })) }),
  ),
  discounts: listOf(z.union([z.string(), stripeDiscount])),
  lines: embeddedList(stripeInvoiceLine),
  metadata,
});

/** Returns an invoice's subscription id. `null` for a one-time purchase. */
export function subscriptionIdOf({ parent, subscription }: StripeInvoice): string | null {
  return idIn(parent?.subscription_details?.subscription ?? subscription);
}

/** Returns the total tax on an invoice. */
export function taxOf({ total_taxes, tax }: StripeInvoice): number {
  return total_taxes === null ? (tax ?? 0) : sum(total_taxes);
}

/** Splits a refunded or disputed amount into net and tax, in the invoice's proportion. Stripe's refunds include tax. */
export function splitTax(amount: number, invoice: StripeInvoice): { readonly net: number; readonly tax: number } {
  const tax = invoice.total > 0 ? Math.round((amount * taxOf(invoice)) / invoice.total) : 0;
  return { net: amount - tax, tax };
}

/**
 * Returns the product id of the first line that isn't a proration, or else of the last line, which is the new plan's.
 */
export function productIdOf({ lines }: StripeInvoice): string | null {
  const line = lines.find((one) => !isProration(one) && productOf(one) !== null) ?? lines.at(-1);
  return line ? productOf(line) : null;
}

function productOf({ pricing, price }: StripeInvoiceLine): string | null {
  const product = pricing?.price_details?.product;
  if (product) return idIn(product);
  const legacyPrice = price as { readonly product?: StripeReference | null } | string | null;
  return typeof legacyPrice === "object" ? idIn(legacyPrice?.product) : null;
}

/** Whether a line charges or credits part of a period. */
export function isProration({ proration, parent }: StripeInvoiceLine): boolean {
  const { subscription_item_details: item, invoice_item_details: other } = parent ?? {};
  return proration || item?.proration === true || other?.proration === true;
}

/** Adds up amounts. */
export function sum(list: Amounts): number {
  return list.reduce((total, one) => total + one.amount, 0);
}
