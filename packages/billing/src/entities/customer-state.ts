/** Customer states: a customer with their current subscriptions, benefits, and meters. */

import * as z from "zod";
import { type BenefitType, benefitType } from "./benefit.ts";
import { type GrantProperties, grantProperties } from "./benefit-grant.ts";
import { type Customer, customerShape } from "./customer.ts";
import { type CustomerMeter, customerMeter, type ShortSubscriptionMeter, shortSubscriptionMeter } from "./meter.ts";
import { optionalInterval, type RecurringInterval } from "./price.ts";
import { type SubscriptionStatus, subscriptionStatus } from "./subscription.ts";
import {
  amount,
  type CustomFieldData,
  customFieldData,
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openUnion,
  orElse,
  text,
  time,
} from "./wire.ts";

/** An active or trialing subscription in a customer state. */
export interface StateSubscription extends Entity {
  readonly metadata: Metadata;
  readonly custom_field_data?: CustomFieldData | undefined;
  readonly status: OpenEnum<SubscriptionStatus>;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: OpenEnum<RecurringInterval>;
  readonly current_period_start: string | null;
  readonly current_period_end: string | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: string | null;
  readonly started_at: string | null;
  readonly ends_at: string | null;
  readonly product_id: string;
  readonly discount_id: string | null;
  readonly meters: readonly ShortSubscriptionMeter[];
}

/** A current benefit grant in a customer state. */
export interface StateGrant extends Entity {
  readonly granted_at: string | null;
  readonly benefit_id: string;
  readonly benefit_type: OpenEnum<BenefitType>;
  readonly properties: GrantProperties;
}

/** A customer with everything that they have now. */
export interface CustomerState extends Customer {
  readonly active_subscriptions: readonly StateSubscription[];
  readonly granted_benefits: readonly StateGrant[];
  readonly active_meters: readonly CustomerMeter[];
}

const stateSubscription: z.ZodType<StateSubscription> = z.looseObject({
  ...entityShape,
  metadata,
  custom_field_data: orElse(customFieldData, undefined),
  status: subscriptionStatus,
  amount,
  currency: text,
  recurring_interval: optionalInterval,
  current_period_start: nullable(time),
  current_period_end: nullable(time),
  cancel_at_period_end: flag,
  canceled_at: nullable(time),
  started_at: nullable(time),
  ends_at: nullable(time),
  product_id: id,
  discount_id: nullable(id),
  meters: listOf(shortSubscriptionMeter),
});

const stateGrant: z.ZodType<StateGrant> = openUnion<StateGrant>(
  "benefit type",
  z.looseObject({
    ...entityShape,
    granted_at: nullable(time),
    benefit_id: id,
    benefit_type: benefitType,
    properties: orElse(z.looseObject({}), {}),
  }),
  (grant: { readonly benefit_type: string }) => grant.benefit_type,
  Object.fromEntries(
    Object.entries(grantProperties).map(([type, shape]) => [type, z.looseObject({ properties: shape })]),
  ),
);

export const customerState: z.ZodType<CustomerState> = z.looseObject({
  ...customerShape,
  active_subscriptions: listOf(stateSubscription),
  granted_benefits: listOf(stateGrant),
  active_meters: listOf(customerMeter),
});
