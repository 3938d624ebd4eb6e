/** The `billingProduct` table. Prices, benefits, and questions are stored as JSON. */

import type { Table } from "@latchkey/core/database";
import type { BenefitType } from "../entities/benefit.ts";
import type { AttachedCustomField } from "../entities/custom-field.ts";
import type {
  MeteredUnitPrice,
  Price,
  RecurringInterval,
  SeatBasedPrice,
  SeatTier as WireSeatTier,
} from "../entities/price.ts";
import { type CheckoutProduct, type Product, productShape, type ShortProduct } from "../entities/product.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror } from "../mirror/define.ts";
import { type MirrorRow, type Origin, pickKnown, type Snapshot } from "../mirror/snapshot.ts";

/** A product's price. Its `amountType` decides which amounts are set. */
export interface ProductPrice {
  readonly id: string;
  readonly amountType: OpenEnum<"free" | "fixed" | "custom" | "metered_unit" | "seat_based">;
  readonly type: OpenEnum<"one_time" | "recurring">;
  readonly recurringInterval: OpenEnum<RecurringInterval> | null;
  readonly isArchived: boolean;
  readonly isLegacy: boolean;
  /** Three-letter currency code, lowercase. `null` for free prices. */
  readonly currency: string | null;
  /** For `fixed`, in the currency's smallest unit. */
  readonly amount: number | null;
  /** For `custom`, the bounds of the amount that the buyer enters. */
  readonly minimumAmount: number | null;
  readonly maximumAmount: number | null;
  readonly presetAmount: number | null;
  /** For `metered_unit`, a decimal string. */
  readonly unitAmount: string | null;
  readonly capAmount: number | null;
  readonly meterId: string | null;
  readonly meterName: string | null;
  /** For `seat_based`, what a seat costs. The total number of seats selects the tier, which applies to every seat. */
  readonly seatTiers: readonly SeatTier[] | null;
}

/** The price of a range of seats. */
export interface SeatTier {
  readonly minSeats: number;
  /** `null` means no limit. */
  readonly maxSeats: number | null;
  /** In the currency's smallest unit. */
  readonly pricePerSeat: number;
}

/** A product's benefit. */
export interface ProductBenefit {
  readonly id: string;
  readonly type: OpenEnum<BenefitType>;
  readonly description: string;
}

/** A product's question to the buyer. */
export interface ProductQuestion {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The position in the form. */
  readonly order: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A product. */
export interface ProductRow extends MirrorRow {
  readonly name: string;
  readonly description: string | null;
  readonly recurringInterval: OpenEnum<RecurringInterval> | null;
  readonly isRecurring: boolean;
  readonly isArchived: boolean;
  readonly sellerId: string;
  readonly metadata: Metadata;
  readonly prices: readonly ProductPrice[];
  readonly benefits: readonly ProductBenefit[];
  /** The length of the free trial in days. 0 for none, and `null` if the provider doesn't say. */
  readonly trialDays: number | null;
  readonly questions: readonly ProductQuestion[];
  readonly images: readonly string[];
}

/** A product in any of its three forms. The shorter ones lack the last keys. */
type AnyProduct = ShortProduct &
  Partial<Pick<Product, "prices" | "benefits" | "medias" | "metadata" | "attached_custom_fields">> &
  Partial<Pick<Product, "trial_interval" | "trial_interval_count">>;

const productMirror: Mirror<ProductRow, AnyProduct> = defineMirror<ProductRow, AnyProduct>({
  name: "billingProduct",
  wire: productShape,
  fields: {
    name: "name",
    description: "description",
    recurringInterval: "recurring_interval",
    isRecurring: "is_recurring",
    isArchived: "is_archived",
    sellerId: "organization_id",
    metadata: { type: "json", from: ({ metadata = {} }) => metadata },
    prices: {
      type: "json",
      from: (product) => (product.prices ?? []).map((price) => toProductPrice(price, product)),
    },
    benefits: {
      type: "json",
      from: ({ benefits = [] }) => benefits.map((benefit) => pickKnown(benefit, ["id", "type", "description"])),
    },
    trialDays: { type: "number", nullable: true, from: toTrialDays },
    questions: { type: "json", from: toQuestions },
    images: { type: "json", from: ({ medias = [] }) => medias.map((media) => media.public_url) },
  },
  indexes: [["createdAt"]],
});

export const productTable: Table<ProductRow> = productMirror.table;

/**
 * Returns the snapshot of a product in any of its three forms. Fields that a shorter form lacks stay empty until the
 * product's own event arrives.
 */
export function productSnapshot(product: ShortProduct | CheckoutProduct | Product, origin: Origin): Snapshot {
  return productMirror.toSnapshot(product as AnyProduct, origin);
}

/** The days of each trial interval. */
const trialUnits: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

function toTrialDays({ trial_interval: interval, trial_interval_count: count }: AnyProduct): number | null {
  if (interval === undefined) return null;
  return interval === null ? 0 : (trialUnits[interval] ?? 1) * (count ?? 1);
}

/** The values that a price inherits from its product in newer versions of the API. */
interface PriceDefaults {
  readonly is_recurring: boolean;
  readonly recurring_interval: string | null;
}

export function toProductPrice(price: Price, defaults: PriceDefaults): ProductPrice {
  const amounts = price as object as Partial<Record<string, never>>;
  const { meter, seat_tiers } = price as Partial<Pick<MeteredUnitPrice, "meter"> & Pick<SeatBasedPrice, "seat_tiers">>;
  return {
    id: price.id,
    amountType: price.amount_type,
    type: price.type || (defaults.is_recurring ? "recurring" : "one_time"),
    recurringInterval: price.recurring_interval ?? defaults.recurring_interval,
    isArchived: price.is_archived,
    isLegacy: price.legacy === true,
    currency: amounts.price_currency ?? null,
    amount: amounts.price_amount ?? null,
    minimumAmount: amounts.minimum_amount ?? null,
    maximumAmount: amounts.maximum_amount ?? null,
    presetAmount: amounts.preset_amount ?? null,
    unitAmount: amounts.unit_amount ?? null,
    capAmount: amounts.cap_amount ?? null,
    meterId: amounts.meter_id ?? null,
    meterName: meter?.name ?? null,
    seatTiers: seat_tiers?.tiers.map(toSeatTier) ?? null,
  };
}

function toSeatTier({ min_seats, max_seats, price_per_seat }: WireSeatTier): SeatTier {
  return { minSeats: min_seats, maxSeats: max_seats, pricePerSeat: price_per_seat };
}

const propertyKeys = [
  "form_label",
  "form_help_text",
  "form_placeholder",
  "ge",
  "le",
  "options",
  "textarea",
  "min_length",
  "max_length",
] as const;

function toQuestions({ attached_custom_fields: attached = [] }: AnyProduct): ProductQuestion[] {
  return attached.flatMap(toProductQuestions).sort((a, b) => a.order - b.order);
}

function toProductQuestions({ custom_field: field, order, required }: AttachedCustomField): ProductQuestion[] {
  if (!field) return [];
  const properties = field.properties as object as Readonly<Record<string, unknown>>;
  const question = {
    slug: field.slug,
    name: field.name,
    type: field.type,
    required,
    order,
    properties: pickKnown(properties, propertyKeys),
  };
  return [question];
}
