/** The `billingSubscription` table. */

import type { Table } from "@latchkey/core/database";
import type { StateSubscription } from "../entities/customer-state.ts";
import type { ShortSubscriptionMeter } from "../entities/meter.ts";
import type { RecurringInterval } from "../entities/price.ts";
import {
  type CancellationReason,
  type ShortSubscription,
  type Subscription,
  type SubscriptionStatus,
  subscriptionShape,
} from "../entities/subscription.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror } from "../mirror/define.ts";
import { type MirrorRow, type Origin, parseWireDate, type Snapshot } from "../mirror/snapshot.ts";
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
  /** It stays active until `endsAt`. */
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
  /** The customer's comment when they canceled. */
  readonly cancellationComment: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly prices: readonly ProductPrice[];
  readonly meters: readonly MeterUsage[];
}

/** A subscription in any of its three forms, with its customer. The shorter ones lack the last keys. */
type AnySubscription = Omit<StateSubscription, "meters"> &
  Partial<Pick<ShortSubscription, "ended_at" | "checkout_id" | "seats" | "trial_end">> &
  Partial<
    Pick<Subscription, "prices" | "customer_cancellation_reason" | "customer_cancellation_comment" | "pending_update">
  > & {
    readonly customer_id: string;
    readonly meters?: readonly ShortSubscriptionMeter[];
  };

type SubscriptionMirror = Mirror<SubscriptionRow, AnySubscription>;

const subscriptionMirror: SubscriptionMirror = defineMirror<SubscriptionRow, AnySubscription>({
  name: "billingSubscription",
  wire: subscriptionShape,
  fields: {
    customerId: "customer_id",
    productId: { index: true, from: "product_id" },
    status: "status",
    amount: "amount",
    currency: "currency",
    recurringInterval: "recurring_interval",
    currentPeriodStart: "current_period_start",
    currentPeriodEnd: "current_period_end",
    cancelAtPeriodEnd: "cancel_at_period_end",
    canceledAt: "canceled_at",
    startedAt: "started_at",
    endsAt: "ends_at",
    endedAt: "ended_at",
    activeUntil: {
      type: "date",
      nullable: true,
      from: (one) => parseWireDate(one.ends_at ?? (one.cancel_at_period_end ? one.current_period_end : null)),
    },
    trialEndsAt: "trial_end",
    seats: "seats",
    scheduledAt: { type: "date", nullable: true, from: toScheduledAt },
    scheduledProductId: { type: "string", nullable: true, from: (one) => one.pending_update?.product_id ?? null },
    scheduledPriceId: { type: "string", nullable: true, from: (one) => one.pending_update?.price_id ?? null },
    scheduledSeats: { type: "number", nullable: true, from: (one) => one.pending_update?.seats ?? null },
    discountId: "discount_id",
    checkoutId: "checkout_id",
    cancellationReason: "customer_cancellation_reason",
    cancellationComment: "customer_cancellation_comment",
    metadata: "metadata",
    answers: { type: "json", from: (one) => one.custom_field_data ?? {} },
    prices: { type: "json", from: toPrices },
    meters: { type: "json", from: ({ meters = [] }) => meters.map(toMeterUsage) },
  },
  indexes: [["customerId", "createdAt"], ["createdAt"]],
  stateMachine: stateMachines.subscription,
});

export const subscriptionTable: Table<SubscriptionRow> = subscriptionMirror.table;

/** Returns the snapshot of a subscription in any of its three forms. */
export function subscriptionSnapshot(
  subscription: Subscription | ShortSubscription | StateSubscription,
  customerId: string,
  origin: Origin,
): Snapshot {
  return subscriptionMirror.toSnapshot({ ...subscription, customer_id: customerId }, origin);
}

function toScheduledAt({ pending_update: update, current_period_end }: AnySubscription): Date | null {
  return update ? parseWireDate(update.applies_at ?? current_period_end) : null;
}

function toPrices({ prices = [], recurring_interval }: AnySubscription): ProductPrice[] {
  return prices.map((price) => toProductPrice(price, { is_recurring: true, recurring_interval }));
}

function toMeterUsage(meter: ShortSubscriptionMeter): MeterUsage {
  return {
    meterId: meter.meter_id,
    consumedUnits: meter.consumed_units,
    creditedUnits: meter.credited_units,
    amount: meter.amount,
  };
}
