/** Recent deliveries with their outcome, for the app itself. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import { type PageInput, pageInput, partOf } from "../inputs.ts";
import { type DeliverySummary, summaries, summaryColumns } from "./summaries.ts";
import { deliveryTable } from "./table.ts";

/** Newest first. Only on the server: the app decides who may see it. */
export const listDeliveries: Endpoint<PageInput, readonly DeliverySummary[]> = defineUntypedEndpoint({
  method: "GET",
  path: "/billing/deliveries",
  serverOnly: true,
  input: pageInput,
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
