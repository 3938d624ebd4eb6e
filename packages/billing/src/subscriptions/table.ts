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
import type { CustomFieldData, Metadata, Open } from "../entities/wire.ts";
import { dateOf, type MirrorRow, mirrorColumns, type Origin, type Snapshot, snapshot } from "../mirror/snapshot.ts";
import { machines } from "../mirror/transitions.ts";
import { type ProductPrice, priceOf } from "../products/table.ts";

/** What a subscription used of a meter in its present period. */
export interface MeterUse {
  readonly meterId: string;
  readonly consumedUnits: number;
  readonly creditedUnits: number;
  /** What it costs so far, in the currency's smallest unit. */
  readonly amount: number;
}

/** What is paid for again and again. */
export interface SubscriptionRow extends MirrorRow {
  readonly customerId: string;
  readonly productId: string;
  readonly status: Open<SubscriptionStatus>;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly recurringInterval: Open<RecurringInterval>;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When leaving was asked for. */
  readonly canceledAt: Date | null;
  readonly startedAt: Date | null;
  /** When it will stop. */
  readonly endsAt: Date | null;
  /** When it stopped. */
  readonly endedAt: Date | null;
  readonly discountId: string | null;
  readonly checkoutId: string | null;
  readonly cancellationReason: Open<CancellationReason> | null;
  readonly cancellationComment: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly prices: readonly ProductPrice[];
  readonly meters: readonly MeterUse[];
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
  Partial<Pick<ShortSubscription, "ended_at" | "checkout_id">> &
  Partial<Pick<Subscription, "prices" | "customer_cancellation_reason" | "customer_cancellation_comment">> & {
    readonly meters?: readonly ShortSubscriptionMeter[];
  };

/** A subscription in any of its three forms. */
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
    currentPeriodStart: dateOf(full.current_period_start),
    currentPeriodEnd: dateOf(full.current_period_end),
    cancelAtPeriodEnd: full.cancel_at_period_end,
    canceledAt: dateOf(full.canceled_at),
    startedAt: dateOf(full.started_at),
    endsAt: dateOf(full.ends_at),
    endedAt: dateOf(full.ended_at),
    discountId: full.discount_id,
    checkoutId: full.checkout_id ?? null,
    cancellationReason: full.customer_cancellation_reason ?? null,
    cancellationComment: full.customer_cancellation_comment ?? null,
    metadata: full.metadata,
    answers: full.custom_field_data ?? {},
    prices: (full.prices ?? []).map(priceOf),
    meters: (full.meters ?? []).map(useOf),
  };
  return snapshot(subscriptionTable, origin, subscription, values, machines.subscription);
}

function useOf(meter: ShortSubscriptionMeter): MeterUse {
  return {
    meterId: meter.meter_id,
    consumedUnits: meter.consumed_units,
    creditedUnits: meter.credited_units,
    amount: meter.amount,
  };
}
