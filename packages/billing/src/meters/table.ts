/** The tables `billingMeter` and `billingBalance`. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { CustomerMeter, FilterClause, Meter, MeterAggregation, MeterFilter } from "../entities/meter.ts";
import type { Metadata } from "../entities/wire.ts";
import { type MirrorRow, mirrorColumns, type Origin, pickKnown, type Snapshot, snapshot } from "../mirror/snapshot.ts";

/** A meter. */
export interface MeterRow extends MirrorRow {
  readonly name: string;
  readonly sellerId: string;
  readonly metadata: Metadata;
  readonly filter: MeterFilter;
  readonly aggregation: MeterAggregation;
}

/** A customer's usage and balance of a meter. */
export interface BalanceRow extends MirrorRow {
  readonly customerId: string;
  readonly meterId: string;
  /** All three numbers can have fractions. */
  readonly consumedUnits: number;
  readonly creditedUnits: number;
  /** Negative if the customer used more than they were credited. */
  readonly balance: number;
}

export const meterTable: Table<MeterRow> = defineTable<MeterRow>({
  name: "billingMeter",
  columns: {
    ...mirrorColumns,
    name: { type: "text" },
    sellerId: { type: "string" },
    metadata: { type: "json" },
    filter: { type: "json" },
    aggregation: { type: "json" },
  },
});

export const balanceTable: Table<BalanceRow> = defineTable<BalanceRow>({
  name: "billingBalance",
  columns: {
    ...mirrorColumns,
    customerId: { type: "string", index: true },
    meterId: { type: "string" },
    // JSON, because number columns store only integers.
    consumedUnits: { type: "json" },
    creditedUnits: { type: "json" },
    balance: { type: "json" },
  },
});

export function meterSnapshot(meter: Meter, origin: Origin): Snapshot<MeterRow> {
  return snapshot(meterTable, origin, meter, {
    name: meter.name,
    sellerId: meter.organization_id,
    metadata: meter.metadata,
    filter: knownFilter(meter.filter),
    aggregation: pickKnown(meter.aggregation as { func: "sum"; property: string }, ["func", "property"]),
  });
}

export function balanceSnapshot(meter: CustomerMeter, customerId: string, origin: Origin): Snapshot<BalanceRow> {
  return snapshot(balanceTable, origin, meter, {
    customerId,
    meterId: meter.meter_id,
    consumedUnits: meter.consumed_units,
    creditedUnits: meter.credited_units,
    balance: meter.balance,
  });
}

function knownFilter({ conjunction, clauses }: MeterFilter): MeterFilter {
  return { conjunction, clauses: clauses.map((one) => ("clauses" in one ? knownFilter(one) : knownClause(one))) };
}

function knownClause(clause: FilterClause): FilterClause {
  return pickKnown(clause, ["property", "operator", "value"]);
}
