/** `/billing/products`: what is sold, for a page of prices. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import type { BillingSettings } from "../options.ts";
import { productsOutput } from "../outputs.ts";
import { shownProduct } from "./store.ts";
import { productTable } from "./table.ts";

/** Most products that are shown. */
const most = 100;

/** What can be bought: the products of `billing.checkout.products`, or all that are not archived. Needs no session. */
export function listProducts({ products }: BillingSettings): EndpointOf<BillingCalls["listProducts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/products",
    summary: "What can be bought",
    output: productsOutput,
    statements: 1,
    async handle(_, { db }) {
      const offered = products === null ? {} : { id: { in: Object.values(products) } };
      const where = { isArchived: false, ...offered };
      const rows = await db.findMany(productTable, { where, orderBy: [{ column: "createdAt" }], limit: most });
      return rows.map(shownProduct);
    },
  });
}
