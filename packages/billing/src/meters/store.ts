/** What somebody used, and has left. */

import type { Adapter, Joined } from "@latchkey/core/database";
import { type BalanceRow, balanceTable, meterTable } from "./table.ts";

/** A customer's balance of a meter. Units may have a fraction. */
export interface MeterBalance {
  readonly meterId: string;
  readonly name: string | null;
  readonly consumedUnits: number;
  readonly creditedUnits: number;
  /** Below zero where more was used than credited. */
  readonly balance: number;
}

const join = { meter: { table: meterTable, on: { id: "meterId" }, columns: ["id", "name"] } } as const;

/** Most balances that are shown. */
const most = 200;

/** Every balance of a customer. */
export async function listBalances(db: Adapter, customerId: string): Promise<MeterBalance[]> {
  const rows = await db.findMany(balanceTable, {
    where: { customerId },
    join,
    orderBy: [{ column: "createdAt" }],
    limit: most,
  });
  return (rows as (BalanceRow & Joined<typeof join>)[]).map(({ meter, ...row }) => ({
    meterId: row.meterId,
    name: meter?.name ?? null,
    consumedUnits: row.consumedUnits,
    creditedUnits: row.creditedUnits,
    balance: row.balance,
  }));
}
