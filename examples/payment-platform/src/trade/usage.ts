/** Counts usage on meters and tracks balances. */

import type { Meter, MeterCreditBenefitProperties } from "@latchkey/billing/schemas";
import { idOf } from "../ids.ts";
import { change, type Platform, type StoredBalance } from "../state.ts";
import { subscriptionOf } from "../wire.ts";
import { emitCustomerState, findByExternalId } from "./customers.ts";

/** A usage event. */
export interface UsageEvent {
  readonly name: string;
  /** The seller's id for the customer. */
  readonly externalCustomerId: string | null;
  readonly customerId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Idempotency key. An event with a known key is ignored. */
  readonly key: string | null;
}

/**
 * Counts usage events and returns how many were accepted. Events for unknown customers are accepted but have no effect.
 */
export function ingest(platform: Platform, events: readonly UsageEvent[]): number {
  const { state, catalog } = platform;
  let taken = 0;
  for (const event of events) {
    if (event.key !== null) {
      if (Object.hasOwn(state.usageKeys, event.key)) continue;
      state.usageKeys[event.key] = true;
    }
    taken++;
    const { externalCustomerId, customerId } = event;
    const customer =
      externalCustomerId === null ? state.customers[customerId ?? ""] : findByExternalId(platform, externalCustomerId);
    if (!customer) continue;
    for (const meter of catalog.meters.values()) {
      const units = unitsOf(meter, event);
      if (units !== 0) use(platform, customer.id, meter, units);
    }
  }
  return taken;
}

/** Starts a new period of a meter, with this credit and no usage. */
export function credit(
  platform: Platform,
  customerId: string,
  { meter_id, units }: Pick<MeterCreditBenefitProperties, "meter_id" | "units">,
): void {
  setBalance(platform, customerId, meter_id, 0, units);
}

/** The units of an event. Meters match on the event's name, and count events or add up one field. */
function unitsOf({ filter, aggregation }: Meter, { name, metadata }: UsageEvent): number {
  const isMeant = filter.clauses.every(
    (clause) => "property" in clause && clause.property === "name" && clause.value === name,
  );
  if (!isMeant) return 0;
  const value = aggregation.func === "count" ? 1 : Number(metadata[aggregation.property]);
  return Number.isFinite(value) ? value : 0;
}

function use(platform: Platform, customerId: string, meter: Meter, units: number): void {
  const balance = platform.state.balances[balanceId(customerId, meter.id)];
  const { consumed_units = 0, credited_units = 0 } = balance ?? {};
  setBalance(platform, customerId, meter.id, consumed_units + units, credited_units);
  const { subscriptions } = platform.state;
  for (const one of Object.values(subscriptions)) {
    if (one.customer_id !== customerId || one.status !== "active") continue;
    const shown = subscriptionOf(platform, one);
    if (!shown.meters.some(({ meter_id }) => meter_id === meter.id)) continue;
    const changed = change(platform, subscriptions, one, {});
    platform.emit("subscription.updated", subscriptionOf(platform, changed));
  }
  emitCustomerState(platform, customerId);
}

function setBalance(platform: Platform, customerId: string, meterId: string, consumed: number, credited: number): void {
  const { state, clock } = platform;
  const id = balanceId(customerId, meterId);
  const amounts = { consumed_units: consumed, credited_units: credited, balance: credited - consumed };
  const known = state.balances[id];
  const made: StoredBalance = {
    id,
    created_at: clock.stamp(),
    modified_at: null,
    customer_id: customerId,
    meter_id: meterId,
    ...amounts,
  };
  if (known) change(platform, state.balances, known, amounts);
  else state.balances[id] = made;
}

function balanceId(customerId: string, meterId: string): string {
  return idOf("balance", `${customerId} ${meterId}`);
}
