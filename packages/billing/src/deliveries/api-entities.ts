/** Records entities that were read from the payment provider's API, as if their events had arrived. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import type { UnknownEvent } from "../entities/event.ts";
import type { BillingSettings } from "../options.ts";
import type { ApiEntity, NoEvent, ProviderCall } from "../provider/webhooks.ts";
import { nextArrival } from "./arrival.ts";
import { type ParsedDelivery, parseDelivery } from "./parse.ts";
import { recordDelivery } from "./store.ts";
import type { DeliveryOutcome } from "./table.ts";

/** The settings that parsing needs. */
export type EntitySettings = Pick<BillingSettings, "webhooks" | "sellerId">;

/**
 * Parses an entity. The id is a hash of the content and the time, so sending the same entity again records it only
 * once.
 *
 * @param fetchedAt when it was fetched, which orders it relative to events
 */
export function parseEntity(
  context: AuthContext,
  { webhooks }: EntitySettings,
  entity: ApiEntity,
  fetchedAt: Date,
): ParsedDelivery | NoEvent {
  const body = webhooks.format(entity, fetchedAt);
  const id = `reconcile_${sha256Base64Url(body)}`;
  return parseDelivery(webhooks, { id, body, sentAt: fetchedAt, arrival: nextArrival(context), lookups: null });
}

/** Records a parsed entity without running handlers. */
export async function recordEntity(
  context: AuthContext,
  { sellerId }: EntitySettings,
  read: ParsedDelivery,
): Promise<DeliveryOutcome> {
  const options = { sellerId, handlersOf: () => [], leaseUntil: context.now() };
  return (await recordDelivery(context, read, options))?.row.outcome ?? "same";
}

/** Fetches data from the payment provider that an entity needs but doesn't include. */
export async function completeEntity(
  { webhooks }: EntitySettings,
  read: ParsedDelivery,
  call: ProviderCall,
): Promise<ParsedDelivery> {
  const lookups = await webhooks.lookUp?.(read.event as UnknownEvent, call);
  if (lookups === undefined) return read;
  const { id, body, sentAt, arrival } = read;
  const completed = parseDelivery(webhooks, { id, body, sentAt, arrival, lookups });
  return "kind" in completed ? read : completed;
}

/** Timeout for looking up one entity at the payment provider, in milliseconds. */
const lookUpTimeout = 5_000;

/**
 * Stores what an action changed, so that the app shows it before the event arrives. Never fails, because the payment
 * provider has already done the action, and the event will arrive anyway.
 */
export async function storeChanges(
  context: AuthContext,
  settings: EntitySettings,
  entities: readonly ApiEntity[],
): Promise<void> {
  for (const entity of entities) {
    try {
      const read = parseEntity(context, settings, entity, context.now());
      if ("kind" in read) throw new Error("The payment provider's response isn't an entity.");
      const call = { signal: AbortSignal.timeout(lookUpTimeout) };
      await recordEntity(context, settings, await completeEntity(settings, read, call));
    } catch (error) {
      context.log.error("A change was made at the payment provider, but it couldn't be stored", { error });
    }
  }
}
