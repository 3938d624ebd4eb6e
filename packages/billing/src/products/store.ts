/** Presents products in responses. */

import type { BillingProduct } from "../purchases.ts";
import type { ProductRow } from "./table.ts";

/** Returns a product without the fields that only the seller can see. */
export function presentProduct(row: ProductRow): BillingProduct {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isRecurring: row.isRecurring,
    recurringInterval: row.recurringInterval,
    prices: row.prices.filter((price) => !price.isArchived),
    benefits: row.benefits,
    trialDays: row.trialDays,
    questions: row.questions,
    images: row.images,
  };
}
