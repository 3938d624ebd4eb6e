/** The `billingMeter` and `billingBalance` tables. */

import type { Table } from "@latchkey/core/database";
import {
  type CustomerMeter,
  customerMeterShape,
  type FilterClause,
  type Meter,
  type MeterAggregation,
  type MeterFilter,
  meterShape,
} from "../entities/meter.ts";
import { id, type Metadata } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import { type MirrorRow, type Origin, pickKnown, type Snapshot } from "../mirror/snapshot.ts";

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

const meterMirror: Mirror<MeterRow, Meter> = defineMirror<MeterRow, Meter>({
  name: "billingMeter",
  wire: meterShape,
  fields: {
    name: "name",
    sellerId: "organization_id",
    metadata: "metadata",
    filter: { type: "json", from: (meter) => pickFilter(meter.filter) },
    aggregation: {
      type: "json",
      from: (meter) => pickKnown(meter.aggregation as { func: "sum"; property: string }, ["func", "property"]),
    },
  },
});

export const meterTable: Table<MeterRow> = meterMirror.table;

export const meterSnapshot: ToSnapshot<Meter> = meterMirror.toSnapshot;

/** A balance with its customer, which a customer state's entries don't name. */
type OwnedMeter = CustomerMeter & { readonly customer_id: string };

const balanceMirror: Mirror<BalanceRow, OwnedMeter> = defineMirror<BalanceRow, OwnedMeter>({
  name: "billingBalance",
  wire: { ...customerMeterShape, customer_id: id },
  fields: {
    customerId: { index: true, from: "customer_id" },
    meterId: "meter_id",
    consumedUnits: "consumed_units",
    // Stored as JSON, like the other two.
    creditedUnits: { type: "json", from: "credited_units" },
    balance: "balance",
  },
});

export const balanceTable: Table<BalanceRow> = balanceMirror.table;

export function balanceSnapshot(meter: CustomerMeter, customerId: string, origin: Origin): Snapshot {
  return balanceMirror.toSnapshot({ ...meter, customer_id: customerId }, origin);
}

function pickFilter({ conjunction, clauses }: MeterFilter): MeterFilter {
  return { conjunction, clauses: clauses.map((one) => ("clauses" in one ? pickFilter(one) : pickClause(one))) };
}

function pickClause(clause: FilterClause): FilterClause {
  return pickKnown(clause, ["property", "operator", "value"]);
}
