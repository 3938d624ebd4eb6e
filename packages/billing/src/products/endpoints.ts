/** The `/billing/products` endpoint, for pricing pages. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import type { BillingSettings } from "../options.ts";
import { productsOutput } from "../outputs.ts";
import { presentProduct } from "./store.ts";
import { productTable } from "./table.ts";

/** Maximum products in a list. */
const maxProducts = 100;

/** Returns the products of `billing.checkout.products`, or all that aren't archived. Doesn't need a session. */
export function listProducts({ products }: BillingSettings): EndpointOf<BillingCalls["listProducts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/products",
    summary: "List products",
    output: productsOutput,
    queryBudget: 1,
    async handle(_, { db }) {
      const offered = products === null ? {} : { id: { in: Object.values(products) } };
      const where = { isArchived: false, ...offered };
      const rows = await db.findMany(productTable, { where, orderBy: [{ column: "createdAt" }], limit: maxProducts });
      return rows.map(presentProduct);
    },
  });
}
