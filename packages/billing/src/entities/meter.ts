/** Meters: what is counted, and how much of it somebody used. */

import * as z from "zod";
import {
  amount,
  count,
  type Entity,
  entityShape,
  id,
  type Metadata,
  metadata,
  type Open,
  open,
  text,
  union,
  units,
} from "./wire.ts";

/** How a clause compares. */
export type FilterOperator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "like" | "not_like";

/** One condition on an event. */
export interface FilterClause {
  readonly property: string;
  readonly operator: Open<FilterOperator>;
  readonly value: string | number | boolean;
}

/** Conditions, which may be filters themselves. */
export interface MeterFilter {
  readonly conjunction: Open<"and" | "or">;
  readonly clauses: readonly (FilterClause | MeterFilter)[];
}

/** What becomes of the events that pass the filter. */
export type MeterAggregation =
  | { readonly func: "count" }
  | { readonly func: "sum" | "max" | "min" | "avg"; readonly property: string };

/** What is counted of the events that an app sends. */
export interface Meter extends Entity {
  readonly name: string;
  readonly metadata: Metadata;
  readonly organization_id: string;
  readonly filter: MeterFilter;
  readonly aggregation: MeterAggregation;
}

/** What a subscription used of a meter, as customer states show it. */
export interface ShortSubscriptionMeter extends Entity {
  readonly consumed_units: number;
  readonly credited_units: number;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly meter_id: string;
}

/** What a subscription used of a meter in its present period. */
export interface SubscriptionMeter extends ShortSubscriptionMeter {
  readonly meter: Meter;
}

/** What a customer used of a meter, and has left. */
export interface CustomerMeter extends Entity {
  readonly meter_id: string;
  readonly consumed_units: number;
  readonly credited_units: number;
  /** Below zero where more was used than credited. */
  readonly balance: number;
}

const clause: z.ZodType<FilterClause> = z.looseObject({
  property: text,
  operator: open("filter operator", ["eq", "ne", "gt", "gte", "lt", "lte", "like", "not_like"]),
  value: z.union([z.string(), z.number(), z.boolean()]),
});

export const meterFilter: z.ZodType<MeterFilter> = z.looseObject({
  conjunction: open("filter conjunction", ["and", "or"]),
  clauses: z.array(z.lazy(() => z.union([meterFilter, clause]))),
});

const property = z.looseObject({ property: text });

export const meterAggregation: z.ZodType<MeterAggregation> = union<MeterAggregation>(
  "meter aggregation",
  z.looseObject({ func: text }),
  ({ func }: { readonly func: string }) => func,
  { count: z.looseObject({}), sum: property, max: property, min: property, avg: property },
);

export const meter: z.ZodType<Meter> = z.looseObject({
  ...entityShape,
  name: text,
  metadata,
  organization_id: id,
  filter: meterFilter,
  aggregation: meterAggregation,
});

const subscriptionMeterShape = {
  ...entityShape,
  consumed_units: units,
  credited_units: count,
  amount,
  meter_id: id,
};

export const shortSubscriptionMeter: z.ZodType<ShortSubscriptionMeter> = z.looseObject(subscriptionMeterShape);

export const subscriptionMeter: z.ZodType<SubscriptionMeter> = z.looseObject({ ...subscriptionMeterShape, meter });

export const customerMeter: z.ZodType<CustomerMeter> = z.looseObject({
  ...entityShape,
  meter_id: id,
  consumed_units: units,
  credited_units: count,
  balance: units,
});
