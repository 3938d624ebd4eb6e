/** `/billing/products`: what is sold, for a page of prices. */

import { defineEndpoint, type Endpoint } from "@latchkey/core";
import type { BillingSettings } from "../options.ts";
import { type ProductBenefit, type ProductPrice, type ProductQuestion, productTable } from "./table.ts";

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

/** Most products that are shown. */
const most = 100;

/** What can be bought: the products of `billing.checkout.products`, or all that are not archived. Needs no session. */
export function listProducts({ products }: BillingSettings): Endpoint<unknown, readonly BillingProduct[]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/products",
    summary: "What can be bought",
    statements: 1,
    async handle(_, { db }) {
      const offered = products === null ? {} : { id: { in: Object.values(products) } };
      const where = { isArchived: false, ...offered };
      const rows = await db.findMany(productTable, { where, orderBy: [{ column: "createdAt" }], limit: most });
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        isRecurring: row.isRecurring,
        recurringInterval: row.recurringInterval,
        prices: row.prices.filter((price) => !price.isArchived),
        benefits: row.benefits,
        questions: row.questions,
        images: row.images,
      }));
    },
  });
}
