/** Meters, and the usage that they measure. */

import * as z from "zod";
import {
  amount,
  choose,
  count,
  type Entity,
  entityShape,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openUnion,
  optionalEnum,
  orElse,
  sellerId,
  text,
  units,
  type WireShape,
} from "./wire.ts";

/** The comparison operators of a filter clause. */
export type FilterOperator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "like" | "not_like";

/** A condition on an event. */
export interface FilterClause {
  readonly property: string;
  readonly operator: OpenEnum<FilterOperator>;
  readonly value: string | number | boolean;
}

/** Combined conditions, which can be nested. */
export interface MeterFilter {
  readonly conjunction: OpenEnum<"and" | "or">;
  readonly clauses: readonly (FilterClause | MeterFilter)[];
}

/** How the matching events are aggregated. */
export type MeterAggregation =
  | { readonly func: "count" }
  | { readonly func: "sum" | "max" | "min" | "avg"; readonly property: string };

/** A meter that aggregates the events an app sends. */
export interface Meter extends Entity {
  readonly name: string;
  readonly metadata: Metadata;
  readonly organization_id: string;
  readonly filter: MeterFilter;
  readonly aggregation: MeterAggregation;
}

/** A subscription's usage of a meter in a customer state. */
export interface ShortSubscriptionMeter extends Entity {
  readonly consumed_units: number;
  readonly credited_units: number;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly meter_id: string;
}

/** A subscription's usage of a meter in the current period. */
export interface SubscriptionMeter extends ShortSubscriptionMeter {
  readonly meter: Meter | null;
}

/** A customer's usage and balance of a meter. */
export interface CustomerMeter extends Entity {
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** Negative if the customer used more than they were credited. */
  readonly balance: number;
}

const clause: z.ZodType<FilterClause> = z.looseObject({
  property: text,
  operator: optionalEnum("filter operator", ["eq", "ne", "gt", "gte", "lt", "lte", "like", "not_like"]),
  value: orElse(z.union([z.string(), z.number(), z.boolean()]), ""),
});

export const meterFilter: z.ZodType<MeterFilter> = z.looseObject({
  conjunction: optionalEnum("filter conjunction", ["and", "or"]),
  clauses: listOf(
    choose<FilterClause | MeterFilter>((one) =>
      typeof one === "object" && one !== null && "clauses" in one ? meterFilter : clause,
    ),
  ),
});

const property = z.looseObject({ property: text });

export const meterAggregation: z.ZodType<MeterAggregation> = openUnion<MeterAggregation>(
  "meter aggregation",
  z.looseObject({ func: text }),
  ({ func }: { readonly func: string }) => func,
  { count: z.looseObject({}), sum: property, max: property, min: property, avg: property },
);

export const meterShape: WireShape<Meter> = {
  ...entityShape,
  name: text,
  metadata,
  organization_id: sellerId,
  filter: orElse(meterFilter, { conjunction: "", clauses: [] }),
  aggregation: orElse<MeterAggregation, MeterAggregation>(meterAggregation, { func: "count" }),
};

export const meter: z.ZodType<Meter> = z.looseObject(meterShape);

const subscriptionMeterShape = {
  ...entityShape,
  consumed_units: units,
  credited_units: count,
  amount,
  meter_id: id,
};

export const shortSubscriptionMeter: z.ZodType<ShortSubscriptionMeter> = z.looseObject(subscriptionMeterShape);

export const subscriptionMeter: z.ZodType<SubscriptionMeter> = z.looseObject({
  ...subscriptionMeterShape,
  meter: nullable(meter),
});

export const customerMeterShape: WireShape<CustomerMeter> = {
  ...entityShape,
  meter_id: id,
  consumed_units: units,
  credited_units: count,
  balance: units,
};

export const customerMeter: z.ZodType<CustomerMeter> = z.looseObject(customerMeterShape);
