/** Schedules subscription changes for the end of the period. */

import type { ProviderCall } from "../provider/webhooks.ts";
import { callStripe, collectionCall, objectCall, type StripeClient, textOf } from "./client.ts";
import { idIn } from "./objects/common.ts";
import { type StripeSchedule, type StripeSubscription, stripeSchedule } from "./objects/subscriptions.ts";

/** A phase's item. */
export interface PhaseItem {
  readonly price: string;
  readonly quantity?: number;
}

/** The phase that a subscription changes to. */
export interface PlannedPhase {
  readonly items: readonly PhaseItem[];
  /** The new price's period. */
  readonly recurrence: { readonly interval: string; readonly interval_count: number };
}

/**
 * Schedules these items for the end of the subscription's period. Replaces an existing schedule. After the change, the
 * schedule releases the subscription, which then renews on its own.
 */
export async function scheduleItems(
  client: StripeClient,
  subscription: StripeSubscription,
  { items, recurrence }: PlannedPhase,
  call: ProviderCall,
): Promise<void> {
  const schedule = await scheduleOf(client, subscription, call);
  const start = schedule.current_phase?.start_date ?? null;
  const current = schedule.phases.find(({ start_date }) => start_date === start) ?? schedule.phases[0];
  const phases = [
    {
      items: (current?.items ?? []).map(({ price, quantity }) => ({
        price: idIn(price),
        ...(quantity === null ? {} : { quantity }),
      })),
      start_date: current?.start_date,
      end_date: current?.end_date,
    },
    // One period, after which the schedule ends.
    { items, proration_behavior: "none", duration: recurrence },
  ];
  const update = objectCall(client.subscriptionSchedules, "update");
  const input = { phases, end_behavior: "release", proration_behavior: "none" };
  await callStripe("update schedule", call, (options) => update(schedule.id, input, options));
}

/** The subscription's schedule, or a new one whose only phase is the current period. */
async function scheduleOf(
  client: StripeClient,
  { id, schedule }: StripeSubscription,
  call: ProviderCall,
): Promise<StripeSchedule> {
  const existing = idIn(schedule);
  const create = collectionCall(client.subscriptionSchedules, "create");
  const retrieve = objectCall(client.subscriptionSchedules, "retrieve");
  const found =
    existing === null
      ? await callStripe("create schedule", call, (options) => create({ from_subscription: id }, options))
      : await callStripe("find schedule", call, (options) => retrieve(existing, {}, options));
  const read = stripeSchedule.safeParse(found);
  return read.success ? read.data : { id: textOf(found, "id"), status: "", current_phase: null, phases: [] };
}
