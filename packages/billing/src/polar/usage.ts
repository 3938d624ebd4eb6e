/** Sends usage events to Polar. */

import { ProviderError } from "../provider/error.ts";
import type { UsageEvent } from "../provider/usage.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarClient } from "./client.ts";

/**
 * Sends all events in one request. Polar rejects the whole request if one event is invalid. In that case, each half is
 * sent separately, and so on until only the invalid event fails. Polar ignores events that it already has.
 */
export async function ingestUsage(
  client: PolarClient,
  events: readonly UsageEvent[],
  call: ProviderCall,
): Promise<void> {
  try {
    await callPolar("ingest usage", call, client.events.ingest, { events: events.map(toPolarEvent) });
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.kind === "rejected";
    if (!isRejected || events.length < 2) throw error;
    const middle = Math.ceil(events.length / 2);
    const halves = [events.slice(0, middle), events.slice(middle)];
    const sent = await Promise.allSettled(halves.map((half) => ingestUsage(client, half, call)));
    const failed = sent.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
}

function toPolarEvent({ externalId, customerId, name, metadata, timestamp, idempotencyKey }: UsageEvent): object {
  return {
    ...(customerId === null ? { external_customer_id: externalId } : { customer_id: customerId }),
    name,
    metadata,
    timestamp: timestamp.toISOString(),
    external_id: idempotencyKey,
  };
}
