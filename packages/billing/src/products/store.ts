/** Presents products in responses. */

import type { BillingProduct } from "../purchases.ts";
import { productColumns } from "../response-columns.ts";
import type { ProductRow } from "./table.ts";

/** Returns a product without the fields that only the seller can see. */
export function presentProduct(row: ProductRow): BillingProduct {
  return { ...productColumns.pick(row), prices: row.prices.filter((price) => !price.isArchived) };
}
