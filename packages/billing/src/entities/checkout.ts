/** Checkouts. */

import * as z from "zod";
import { type Address, address } from "./address.ts";
import { type AttachedCustomField, attachedCustomField } from "./custom-field.ts";
import { type ShortDiscount, shortDiscount } from "./discount.ts";
import { type Price, price } from "./price.ts";
import { type CheckoutProduct, checkoutProduct } from "./product.ts";
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
  time,
  type WireShape,
} from "./wire.ts";

/** The status of a checkout. */
export type CheckoutStatus = "open" | "confirmed" | "succeeded" | "expired" | "failed";

/** Which address fields the checkout asks for. */
export interface AddressFields {
  readonly country: boolean;
  readonly state: boolean;
  readonly city: boolean;
  readonly postal_code: boolean;
  readonly line1: boolean;
  readonly line2: boolean;
}

/** A checkout. Amounts are in the currency's smallest unit. */
export interface Checkout extends Entity {
  readonly payment_processor: OpenEnum<"stripe">;
  readonly status: OpenEnum<CheckoutStatus>;
  /** Gives a browser access to the checkout. Never log it. */
  readonly client_secret: string;
  readonly url: string;
  readonly expires_at: string | null;
  readonly success_url: string;
  readonly embed_origin: string | null;
  readonly amount: number;
  readonly discount_amount: number;
  readonly net_amount: number;
  /** `null` until the address is known. */
  readonly tax_amount: number | null;
  readonly total_amount: number;
  readonly currency: string;
  readonly product_id: string | null;
  readonly product_price_id: string | null;
  readonly discount_id: string | null;
  readonly allow_discount_codes: boolean;
  readonly require_billing_address: boolean;
  readonly is_discount_applicable: boolean;
  readonly is_free_product_price: boolean;
  readonly is_payment_required: boolean;
  readonly is_payment_setup_required: boolean;
  readonly is_payment_form_required: boolean;
  readonly customer_id: string | null;
  readonly is_business_customer: boolean;
  readonly customer_name: string | null;
  readonly customer_email: string | null;
  readonly customer_ip_address: string | null;
  readonly customer_billing_name: string | null;
  readonly customer_billing_address: Address | null;
  /** Only the value, without its type. */
  readonly customer_tax_id: string | null;
  /** The seller's own id for the buyer. */
  readonly customer_external_id?: string | null | undefined;
  /** The new name of `customer_external_id`. */
  readonly external_customer_id?: string | null | undefined;
  readonly customer_metadata: Metadata;
  readonly payment_processor_metadata: Metadata;
  readonly metadata: Metadata;
  readonly custom_field_data?: CustomFieldData | undefined;
  readonly products: readonly CheckoutProduct[];
  readonly product: CheckoutProduct | null;
  readonly product_price: Price | null;
  readonly discount: ShortDiscount | null;
  /** The free subscription that's being upgraded. */
  readonly subscription_id: string | null;
  readonly attached_custom_fields: readonly AttachedCustomField[];
  readonly customer_billing_address_fields: AddressFields | null;
}

export const checkoutStatus: z.ZodType<OpenEnum<CheckoutStatus>> = openEnum("checkout status", [
  "open",
  "confirmed",
  "succeeded",
  "expired",
  "failed",
]);

export const checkoutShape: WireShape<Checkout> = {
  ...entityShape,
  payment_processor: optionalEnum("payment processor", ["stripe"]),
  status: checkoutStatus,
  client_secret: text,
  url: text,
  expires_at: nullable(time),
  success_url: text,
  embed_origin: nullable(text),
  amount,
  discount_amount: amount,
  net_amount: amount,
  tax_amount: nullable(amount),
  total_amount: amount,
  currency: text,
  product_id: nullable(id),
  product_price_id: nullable(id),
  discount_id: nullable(id),
  allow_discount_codes: flag,
  require_billing_address: flag,
  is_discount_applicable: flag,
  is_free_product_price: flag,
  is_payment_required: flag,
  is_payment_setup_required: flag,
  is_payment_form_required: flag,
  customer_id: nullable(id),
  is_business_customer: flag,
  customer_name: nullable(text),
  customer_email: nullable(text),
  customer_ip_address: nullable(text),
  customer_billing_name: nullable(text),
  customer_billing_address: nullable(address),
  customer_tax_id: nullable(text),
  customer_external_id: id.nullish(),
  external_customer_id: id.nullish(),
  customer_metadata: metadata,
  payment_processor_metadata: metadata,
  metadata,
  custom_field_data: orElse(customFieldData, undefined),
  products: listOf(checkoutProduct),
  product: nullable(checkoutProduct),
  product_price: nullable(price),
  discount: nullable(shortDiscount),
  subscription_id: nullable(id),
  attached_custom_fields: listOf(attachedCustomField),
  customer_billing_address_fields: nullable(
    z.looseObject({
      country: flag,
      state: flag,
      city: flag,
      postal_code: flag,
      line1: flag,
      line2: flag,
    }),
  ),
};

export const checkout: z.ZodType<Checkout> = z.looseObject(checkoutShape);
