/** Reports usage to Stripe's meters. */

import { ProviderError, type ProviderErrorKind } from "../provider/error.ts";
import type { UsageEvent } from "../provider/usage.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callStripe, collectionCall, type StripeClient } from "./client.ts";
import { findByExternalId } from "./customers.ts";

/** Maximum concurrent requests. Stripe accepts one event per request. */
const maxConcurrent = 8;

/**
 * Sends each usage event to the meter with its name, under the keys that meters read by default. A rejected event
 * doesn't stop the others.
 * @throws {ProviderError} `not-found` if a customer doesn't exist
 */
export async function ingestStripeUsage(
  client: StripeClient,
  events: readonly UsageEvent[],
  { signal }: ProviderCall,
): Promise<void> {
  const customers = new Map<string, Promise<string | null>>();
  const customerOf = async ({ externalId, customerId }: UsageEvent): Promise<string> => {
    if (customerId !== null) return customerId;
    const lookup = customers.get(externalId) ?? findByExternalId(client, externalId, { signal });
    customers.set(externalId, lookup);
    const found = await lookup;
    if (found === null) throw new ProviderError("not-found", `ingest usage: no customer for ${externalId}`);
    return found;
  };
  const waiting = [...events];
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      try {
        await sendEvent(client, event, await customerOf(event), { signal });
      } catch (error) {
        errors.push(error);
        // For any other error, the remaining events would fail, too.
        if (!(error instanceof ProviderError) || !eventErrors.has(error.kind)) return;
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  if (errors.length > 0) throw errors[0];
}

/** Errors that concern a single event. */
const eventErrors: ReadonlySet<ProviderErrorKind> = new Set(["rejected", "not-found"]);

async function sendEvent(
  client: StripeClient,
  { name, metadata, timestamp, idempotencyKey }: UsageEvent,
  customerId: string,
  call: ProviderCall,
): Promise<void> {
  const create = collectionCall(client.billing.meterEvents, "create");
  const dimensions = Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
  const input = {
    event_name: name,
    payload: { value: "1", ...dimensions, stripe_customer_id: customerId },
    // Stripe ignores an event whose identifier it has seen within a day.
    identifier: idempotencyKey,
    timestamp: Math.floor(timestamp.getTime() / 1000),
  };
  try {
    await callStripe("ingest usage", call, (options) => create(input, options));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

/** Whether Stripe already has the event from an earlier attempt. */
function isDuplicate(error: unknown): boolean {
  return (
    error instanceof ProviderError &&
    error.kind === "rejected" &&
    /already exists with identifier/i.test(error.reason ?? "")
  );
}
