/** Subscription schedules: what a subscription changes to at the end of its period. */

import { periodAfter } from "../clock.ts";
import { found, referred, StripeApiError } from "./errors.ts";
import { type FormObject, listIn, numberIn, objectIn, textIn } from "./form.ts";
import type { ApiRoute } from "./http.ts";
import { change, newId, nowOf, type ScheduleEntity, type SchedulePhase, type StripePlatform } from "./state.ts";
import { endOf } from "./subscriptions.ts";

export function scheduleRoutes(platform: StripePlatform): ApiRoute[] {
  const { state } = platform;
  const one = (id = ""): ScheduleEntity => found(state.schedules, id, "subscription schedule");
  return [
    { method: "GET", path: "subscription_schedules/:id", handle: ({ params: [id] }) => one(id) },
    { method: "POST", path: "subscription_schedules", handle: ({ form }) => createSchedule(platform, form) },
    {
      method: "POST",
      path: "subscription_schedules/:id",
      handle({ params: [id], form }) {
        const schedule = { ...one(id), phases: phasesOf(form) };
        state.schedules.set(schedule.id, schedule);
        platform.emit("subscription_schedule.updated", schedule);
        emitSubscription(platform, schedule);
        return schedule;
      },
    },
    {
      method: "POST",
      path: "subscription_schedules/:id/release",
      handle({ params: [id] }) {
        const schedule = one(id);
        if (schedule.status !== "active") throw new StripeApiError(400, "This schedule was already released.");
        const released = { ...schedule, status: "released", subscription: null, current_phase: null } as const;
        state.schedules.set(schedule.id, released);
        const subscription = state.subscriptions.get(schedule.subscription ?? "");
        if (subscription) {
          change(platform, state.subscriptions, subscription, { schedule: null }, "customer.subscription.updated");
        }
        platform.emit("subscription_schedule.released", released);
        return released;
      },
    },
  ];
}

/** @throws {StripeApiError} 400 if the subscription has a schedule or was canceled */
function createSchedule(platform: StripePlatform, form: FormObject): ScheduleEntity {
  const { state } = platform;
  const id = textIn(form, "from_subscription") ?? "";
  const subscription = referred(state.subscriptions, id, "subscription", "from_subscription");
  if (subscription.schedule !== null) throw new StripeApiError(400, "The subscription already has a schedule.");
  if (subscription.cancel_at_period_end) throw new StripeApiError(400, "The subscription is set to cancel.");
  const start = subscription.items.data[0]?.current_period_start ?? 0;
  const phase = { start_date: start, end_date: endOf(subscription) };
  const items = subscription.items.data.map(({ price, quantity }) => ({
    price: price.id,
    ...(quantity === undefined ? {} : { quantity }),
  }));
  const schedule: ScheduleEntity = {
    ...{ id: newId("sched"), object: "subscription_schedule", created: nowOf(platform), subscription: id },
    ...{ status: "active", current_phase: phase, phases: [{ ...phase, items }], end_behavior: "release" },
  };
  state.schedules.set(schedule.id, schedule);
  state.subscriptions.set(id, { ...subscription, schedule: schedule.id });
  return schedule;
}

function phasesOf(form: FormObject): readonly SchedulePhase[] {
  let end = 0;
  return listIn(form, "phases").map((phase) => {
    const start = numberIn(phase, "start_date") ?? end;
    const interval = textIn(objectIn(phase, "duration"), "interval") ?? "month";
    end = numberIn(phase, "end_date") ?? periodAfter(new Date(start * 1000), interval).getTime() / 1000;
    const items = listIn(phase, "items").map((item) => {
      const quantity = numberIn(item, "quantity");
      return { price: textIn(item, "price") ?? "", ...(quantity === null ? {} : { quantity }) };
    });
    return { start_date: start, end_date: end, items };
  });
}

function emitSubscription(platform: StripePlatform, { subscription: id }: ScheduleEntity): void {
  const subscription = platform.state.subscriptions.get(id ?? "");
  if (subscription) platform.emit("customer.subscription.updated", subscription);
}
