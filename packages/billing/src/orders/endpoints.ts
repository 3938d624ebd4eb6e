/** The `/billing/orders` endpoint. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { pageInput, toLimitOffset } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { ordersOutput } from "../outputs.ts";
import { requireReference } from "../references/guard.ts";
import { findOrderPage } from "./store.ts";

/** Returns a page of orders, newest first. */
export function listOrders(settings: BillingSettings): EndpointOf<BillingCalls["listOrders"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/orders",
    summary: "List orders",
    input: pageInput,
    output: ordersOutput,
    guards: [requireReference(settings, "read")],
    queryBudget: 6,
    async handle(input, { db, reference }) {
      const customer = await findCustomer(db, reference);
      return customer ? findOrderPage(db, customer.id, toLimitOffset(input)) : { orders: [], total: 0 };
    },
  });
}
