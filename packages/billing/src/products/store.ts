/** Products as the outside sees them. */

import type { BillingProduct } from "../purchases.ts";
import type { ProductRow } from "./table.ts";

/** Without what is the seller's alone. */
export function shownProduct(row: ProductRow): BillingProduct {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isRecurring: row.isRecurring,
    recurringInterval: row.recurringInterval,
    prices: row.prices.filter((price) => !price.isArchived),
    benefits: row.benefits,
    questions: row.questions,
    images: row.images,
  };
}
