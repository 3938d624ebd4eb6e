/** Reads customers' meter balances. */

import type { Adapter, Joined } from "@latchkey/core/database";
import type { MeterBalance } from "../purchases.ts";
import { balanceColumns } from "../response-columns.ts";
import { type BalanceRow, balanceTable, meterTable } from "./table.ts";

const join = { meter: { table: meterTable, on: { id: "meterId" }, columns: ["id", "name"] } } as const;

/** Maximum balances in a list. */
const maxBalances = 200;

/** Returns all of a customer's meter balances. */
export async function listBalances(db: Adapter, customerId: string): Promise<MeterBalance[]> {
  const rows = await db.findMany(balanceTable, {
    where: { customerId },
    join,
    orderBy: [{ column: "createdAt" }],
    limit: maxBalances,
  });
  return (rows as (BalanceRow & Joined<typeof join>)[]).map(({ meter, ...row }) => ({
    ...balanceColumns.pick(row),
    name: meter?.name ?? null,
  }));
}
