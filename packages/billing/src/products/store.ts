/** Products as the outside sees them. */

import type { ProductBenefit, ProductPrice, ProductQuestion, ProductRow } from "./table.ts";

/** A product as anybody may see it. */
export interface BillingProduct {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isRecurring: boolean;
  readonly recurringInterval: string | null;
  /** Those that are not archived. */
  readonly prices: readonly ProductPrice[];
  readonly benefits: readonly ProductBenefit[];
  readonly questions: readonly ProductQuestion[];
  readonly images: readonly string[];
}

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
