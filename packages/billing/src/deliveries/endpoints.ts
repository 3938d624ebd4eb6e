/** The server-only call that lists recent webhook deliveries and their outcome. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { list } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { pageInput, toLimitOffset } from "../fields.ts";
import { deliveryOutput } from "../outputs.ts";
import { summaryColumns, toSummaries } from "./summaries.ts";
import { deliveryTable } from "./table.ts";

/** Lists deliveries, newest first. Server only, so the app decides who can see them. */
export const listDeliveries: EndpointOf<BillingCalls["listDeliveries"]> = defineEndpoint({
  method: "GET",
  path: "/billing/deliveries",
  serverOnly: true,
  input: pageInput,
  output: list(deliveryOutput),
  queryBudget: 2,
  async handle(input, { db }) {
    const rows = await db.findMany(deliveryTable, {
      columns: summaryColumns,
      orderBy: [{ column: "receivedAt", direction: "desc" }],
      ...toLimitOffset(input),
    });
    return toSummaries(db, rows);
  },
});
