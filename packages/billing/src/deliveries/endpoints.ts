/** Recent deliveries with their outcome, for the app itself. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { list } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { pageInput, partOf } from "../fields.ts";
import { deliveryOutput } from "../outputs.ts";
import { summaries, summaryColumns } from "./summaries.ts";
import { deliveryTable } from "./table.ts";

/** Newest first. Only on the server: the app decides who may see it. */
export const listDeliveries: EndpointOf<BillingCalls["listDeliveries"]> = defineEndpoint({
  method: "GET",
  path: "/billing/deliveries",
  serverOnly: true,
  input: pageInput,
  output: list(deliveryOutput),
  statements: 2,
  async handle(input, { db }) {
    const rows = await db.findMany(deliveryTable, {
      columns: summaryColumns,
      orderBy: [{ column: "receivedAt", direction: "desc" }],
      ...partOf(input),
    });
    return summaries(db, rows);
  },
});
