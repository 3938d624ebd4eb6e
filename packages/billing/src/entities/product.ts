/** Products. */

import * as z from "zod";
import { type Benefit, benefit, type PublicBenefit, publicBenefit } from "./benefit.ts";
import { type AttachedCustomField, attachedCustomField } from "./custom-field.ts";
import { type Price, price, type RecurringInterval, recurringInterval } from "./price.ts";
import {
  count,
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  sellerId,
  text,
  time,
  type WireShape,
} from "./wire.ts";

interface ProductBase extends Entity {
  readonly name: string;
  readonly description: string | null;
  /** `null` for one-time products and for products with legacy prices. */
  readonly recurring_interval: OpenEnum<RecurringInterval> | null;
  readonly is_recurring: boolean;
  readonly is_archived: boolean;
  readonly organization_id: string;
}

/** A product in an order. */
export interface ShortProduct extends ProductBase {
  readonly metadata: Metadata;
}

/** A product in a checkout. */
export interface CheckoutProduct extends ProductBase {
  readonly prices: readonly Price[];
  readonly benefits: readonly PublicBenefit[];
  readonly medias: readonly ProductMedia[];
}

/** A product. It has at most one free, fixed, or custom price. Recurring products can have metered prices as well. */
export interface Product extends ShortProduct {
  readonly prices: readonly Price[];
  readonly benefits: readonly Benefit[];
  readonly medias: readonly ProductMedia[];
  readonly attached_custom_fields: readonly AttachedCustomField[];
  /** Missing in older versions of the API. `null` for no trial. */
  readonly trial_interval?: string | null | undefined;
  readonly trial_interval_count?: number | null | undefined;
}

/** An image of a product. */
export interface ProductMedia {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly path: string;
  readonly mime_type: string;
  /** In bytes. */
  readonly size: number;
  readonly storage_version: string | null;
  readonly checksum_etag: string | null;
  readonly checksum_sha256_base64: string | null;
  readonly checksum_sha256_hex: string | null;
  readonly last_modified_at: string | null;
  readonly version: string | null;
  readonly service: OpenEnum<"product_media">;
  readonly is_uploaded: boolean;
  readonly created_at: string | null;
  readonly size_readable: string;
  readonly public_url: string;
}

export const productMedia: z.ZodType<ProductMedia> = z.looseObject({
  id,
  organization_id: sellerId,
  name: text,
  path: text,
  mime_type: text,
  size: count,
  storage_version: nullable(text),
  checksum_etag: nullable(text),
  checksum_sha256_base64: nullable(text),
  checksum_sha256_hex: nullable(text),
  last_modified_at: nullable(time),
  version: nullable(text),
  service: text,
  is_uploaded: flag,
  created_at: nullable(time),
  size_readable: text,
  public_url: text,
});

const base = {
  ...entityShape,
  name: text,
  description: nullable(text),
  recurring_interval: nullable(recurringInterval),
  is_recurring: flag,
  is_archived: flag,
  organization_id: sellerId,
};

export const shortProduct: z.ZodType<ShortProduct> = z.looseObject({ ...base, metadata });

export const checkoutProduct: z.ZodType<CheckoutProduct> = z.looseObject({
  ...base,
  prices: listOf(price),
  benefits: listOf(publicBenefit),
  medias: listOf(productMedia),
});

export const productShape: WireShape<Product> = {
  ...base,
  metadata,
  prices: listOf(price),
  benefits: listOf(benefit),
  medias: listOf(productMedia),
  attached_custom_fields: listOf(attachedCustomField),
  trial_interval: z.string().nullish(),
  trial_interval_count: z.int().nullish(),
};

export const product: z.ZodType<Product> = z.looseObject(productShape);
