/** The table `billingSubscription`. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { StateSubscription } from "../entities/customer-state.ts";
import type { ShortSubscriptionMeter } from "../entities/meter.ts";
import type { RecurringInterval } from "../entities/price.ts";
import type {
  CancellationReason,
  ShortSubscription,
  Subscription,
  SubscriptionStatus,
} from "../entities/subscription.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  type Snapshot,
  snapshot,
} from "../mirror/snapshot.ts";
import { stateMachines } from "../mirror/transitions.ts";
import { type ProductPrice, toProductPrice } from "../products/table.ts";

/** A subscription's usage of a meter in the current period. */
export interface MeterUsage {
  readonly meterId: string;
  readonly consumedUnits: number;
  readonly creditedUnits: number;
  /** The cost so far, in the currency's smallest unit. */
  readonly amount: number;
}

/** A subscription. */
export interface SubscriptionRow extends MirrorRow {
  readonly customerId: string;
  readonly productId: string;
  readonly status: OpenEnum<SubscriptionStatus>;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly recurringInterval: OpenEnum<RecurringInterval>;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When the customer canceled. */
  readonly canceledAt: Date | null;
  readonly startedAt: Date | null;
  /** When the subscription will end. */
  readonly endsAt: Date | null;
  /** When the subscription ended. */
  readonly endedAt: Date | null;
  /** The announced end of access. `null` if it renews. */
  readonly activeUntil: Date | null;
  /** When the trial ends or ended. `null` if there was none. */
  readonly trialEndsAt: Date | null;
  /** The number of paid seats. `null` if the price doesn't count seats. */
  readonly seats: number | null;
  /** When the scheduled change applies. `null` if none is scheduled. */
  readonly scheduledAt: Date | null;
  /** The product after the scheduled change. `null` if it stays. */
  readonly scheduledProductId: string | null;
  /** The price after the scheduled change, if the provider says which. */
  readonly scheduledPriceId: string | null;
  /** The number of seats after the scheduled change. `null` if it stays. */
  readonly scheduledSeats: number | null;
  readonly discountId: string | null;
  readonly checkoutId: string | null;
  readonly cancellationReason: OpenEnum<CancellationReason> | null;
  readonly cancellationComment: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly prices: readonly ProductPrice[];
  readonly meters: readonly MeterUsage[];
}

export const subscriptionTable: Table<SubscriptionRow> = defineTable<SubscriptionRow>({
  name: "billingSubscription",
  columns: {
    ...mirrorColumns,
    customerId: { type: "string" },
    productId: { type: "string", index: true },
    status: { type: "string" },
    amount: { type: "number" },
    currency: { type: "text" },
    recurringInterval: { type: "string" },
    currentPeriodStart: { type: "date", nullable: true },
    currentPeriodEnd: { type: "date", nullable: true },
    cancelAtPeriodEnd: { type: "boolean" },
    canceledAt: { type: "date", nullable: true },
    startedAt: { type: "date", nullable: true },
    endsAt: { type: "date", nullable: true },
    endedAt: { type: "date", nullable: true },
    activeUntil: { type: "date", nullable: true },
    trialEndsAt: { type: "date", nullable: true },
    seats: { type: "number", nullable: true },
    scheduledAt: { type: "date", nullable: true },
    scheduledProductId: { type: "string", nullable: true },
    scheduledPriceId: { type: "string", nullable: true },
    scheduledSeats: { type: "number", nullable: true },
    discountId: { type: "string", nullable: true },
    checkoutId: { type: "string", nullable: true },
    cancellationReason: { type: "string", nullable: true },
    cancellationComment: { type: "text", nullable: true },
    metadata: { type: "json" },
    answers: { type: "json" },
    prices: { type: "json" },
    meters: { type: "json" },
  },
  indexes: [["customerId", "createdAt"], ["createdAt"]],
});

type AnySubscription = Omit<StateSubscription, "meters"> &
  Partial<Pick<ShortSubscription, "ended_at" | "checkout_id" | "seats" | "trial_end">> &
  Partial<
    Pick<Subscription, "prices" | "customer_cancellation_reason" | "customer_cancellation_comment" | "pending_update">
  > & {
    readonly meters?: readonly ShortSubscriptionMeter[];
  };

/** Returns the snapshot of a subscription in any of its three forms. */
export function subscriptionSnapshot(
  subscription: Subscription | ShortSubscription | StateSubscription,
  customerId: string,
  origin: Origin,
): Snapshot<SubscriptionRow> {
  const full: AnySubscription = subscription;
  const values = {
    customerId,
    productId: full.product_id,
    status: full.status,
    amount: full.amount,
    currency: full.currency,
    recurringInterval: full.recurring_interval,
    currentPeriodStart: parseWireDate(full.current_period_start),
    currentPeriodEnd: parseWireDate(full.current_period_end),
    cancelAtPeriodEnd: full.cancel_at_period_end,
    canceledAt: parseWireDate(full.canceled_at),
    startedAt: parseWireDate(full.started_at),
    endsAt: parseWireDate(full.ends_at),
    endedAt: parseWireDate(full.ended_at),
    activeUntil: parseWireDate(full.ends_at ?? (full.cancel_at_period_end ? full.current_period_end : null)),
    trialEndsAt: parseWireDate(full.trial_end),
    seats: full.seats ?? null,
    ...toScheduledChange(full),
    discountId: full.discount_id,
    checkoutId: full.checkout_id ?? null,
    cancellationReason: full.customer_cancellation_reason ?? null,
    cancellationComment: full.customer_cancellation_comment ?? null,
    metadata: full.metadata,
    answers: full.custom_field_data ?? {},
    prices: (full.prices ?? []).map((price) =>
      toProductPrice(price, { is_recurring: true, recurring_interval: full.recurring_interval }),
    ),
    meters: (full.meters ?? []).map(toMeterUsage),
  };
  return snapshot(subscriptionTable, origin, subscription, values, stateMachines.subscription);
}

type ScheduledChangeColumns = Pick<
  SubscriptionRow,
  "scheduledAt" | "scheduledProductId" | "scheduledPriceId" | "scheduledSeats"
>;

function toScheduledChange({ pending_update: update, current_period_end }: AnySubscription): ScheduledChangeColumns {
  return {
    scheduledAt: update ? parseWireDate(update.applies_at ?? current_period_end) : null,
    scheduledProductId: update?.product_id ?? null,
    scheduledPriceId: update?.price_id ?? null,
    scheduledSeats: update?.seats ?? null,
  };
}

function toMeterUsage(meter: ShortSubscriptionMeter): MeterUsage {
  return {
    meterId: meter.meter_id,
    consumedUnits: meter.consumed_units,
    creditedUnits: meter.credited_units,
    amount: meter.amount,
  };
}
