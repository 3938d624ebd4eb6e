/** Sends events to webhooks, and turns off webhooks that keep failing. */

import {
  type AuthContext,
  createMessage,
  type OutboxHandler,
  type OutboxMessage,
  RedirectError,
  recordSystemAudit,
  storeMessage,
} from "@latchkey/core/plugin";
import type { EventsSettings } from "../options.ts";
import {
  type EventRow,
  eventTable,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveryTable,
  webhookTable,
} from "../tables.ts";
import { currentSecrets } from "../webhooks/secrets.ts";
import { originOf, timeoutMs, webhookFetch } from "../webhooks/url.ts";
import { type DisabledReason, disabledMessage } from "./disabled-mail.ts";
import { payloadOf, signedHeaders, testType } from "./wire.ts";

/** The kind of outbox messages that send an event to a webhook. */
export const deliveryKind = "webhook";

interface DeliveryMessage {
  readonly deliveryId: string;
  readonly endpointId: string;
}

const [seconds, minutes, hours] = [1000, 60_000, 3_600_000];

/** The delay after each failed attempt, in milliseconds. The last attempt comes after more than five days. */
export const retryDelays: readonly number[] = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
  24 * hours,
  24 * hours,
];

/** How long a webhook can fail before it's turned off, in milliseconds (5 days). */
const maxFailingMs = 5 * 24 * hours;

/** Creates the message that sends a delivery. */
export function deliveryMessage(context: AuthContext, { id, endpointId }: WebhookDeliveryRow): OutboxMessage {
  return createMessage(context, deliveryKind, { deliveryId: id, endpointId } satisfies DeliveryMessage);
}

/**
 * Sends deliveries. Each process sends at most ten concurrent requests to a webhook, and a slow webhook doesn't delay
 * others.
 */
export function createDeliveryHandler(settings: EventsSettings): OutboxHandler {
  const send: OutboxHandler = async (payload, context, { attempt, signal }) => {
    const { deliveryId } = payload as DeliveryMessage;
    const found = await findPending(context, deliveryId);
    if (!found) return;
    const { delivery, webhook, event } = found;
    const isTest = event.type === testType;
    if (!webhook.enabled && !isTest) return giveUp(context, delivery);
    const status = await post(context, settings, webhook, event, signal);
    if (status !== null && status >= 200 && status < 300) return succeed(context, found, status);
    const isOff = !isTest && (await recordFailure(context, settings, webhook, status));
    const wait = isTest || isOff ? null : (retryDelays[attempt - 1] ?? null);
    await fail(context, delivery, status, wait);
    if (wait === null) return;
    throw new Error(`The webhook ${webhook.id} ${status === null ? "didn't respond" : `responded with ${status}`}.`);
  };
  return Object.assign(send, {
    receiverOf: (payload: unknown) => (payload as DeliveryMessage).endpointId,
    concurrencyPerReceiver: 10,
    concurrency: 50,
    retryDelays,
    // The request has its own timeout. After that, its failure has to be stored.
    timeoutMs: timeoutMs + 5000,
  });
}

interface Found {
  readonly delivery: WebhookDeliveryRow;
  readonly webhook: WebhookRow;
  readonly event: EventRow;
}

/** Returns `null` if the delivery was deleted or is already done. */
async function findPending({ db }: AuthContext, id: string): Promise<Found | null> {
  const row = await db.findOne(webhookDeliveryTable, {
    where: { id, state: "pending" },
    join: {
      webhook: { table: webhookTable, on: { id: "endpointId" }, required: true },
      event: { table: eventTable, on: { id: "eventId" }, required: true },
    },
  });
  return row && { delivery: row, webhook: row.webhook, event: row.event };
}

/** Returns the response's status. `null` if the server can't be reached or doesn't respond in time. */
async function post(
  context: AuthContext,
  settings: EventsSettings,
  webhook: WebhookRow,
  event: EventRow,
  signal: AbortSignal,
): Promise<number | null> {
  const body = JSON.stringify(payloadOf(event, webhook.kind));
  const secrets = await currentSecrets(context, webhook);
  if (secrets.length === 0) {
    context.log.error("A webhook's secret can't be decrypted. Rotate it", { id: webhook.id });
    return null;
  }
  const headers = signedHeaders(event.id, body, secrets, context.now());
  try {
    const response = await webhookFetch(context, settings)(webhook.url, { method: "POST", headers, body, signal });
    return response.status;
  } catch (error) {
    return error instanceof RedirectError && error.status > 0 ? error.status : null;
  }
}

async function succeed(context: AuthContext, { delivery, webhook }: Found, responseStatus: number): Promise<void> {
  const { db, now } = context;
  const set = {
    state: "delivered",
    responseStatus,
    nextAt: null,
    deliveredAt: now(),
    attempts: { increment: 1 },
  } as const;
  await db.update(webhookDeliveryTable, { where: { id: delivery.id }, set });
  if (webhook.failingSince === null) return;
  await db.update(webhookTable, { where: { id: webhook.id }, set: { failingSince: null } });
}

/** @param wait milliseconds until the next attempt, or `null` if there is none */
async function fail(
  { db, now }: AuthContext,
  { id }: WebhookDeliveryRow,
  responseStatus: number | null,
  wait: number | null,
): Promise<void> {
  const nextAt = wait === null ? null : new Date(now().getTime() + wait);
  const state = wait === null ? "failed" : "pending";
  const set = { state, responseStatus, nextAt, attempts: { increment: 1 } } as const;
  await db.update(webhookDeliveryTable, { where: { id, state: "pending" }, set });
}

/** Marks a delivery as failed without an attempt, because its webhook is off. */
async function giveUp({ db }: AuthContext, { id }: WebhookDeliveryRow): Promise<void> {
  await db.update(webhookDeliveryTable, { where: { id, state: "pending" }, set: { state: "failed", nextAt: null } });
}

/**
 * Stores when a webhook started to fail. Turns it off if its server is gone or has failed for days. Returns whether
 * it's now off.
 */
async function recordFailure(
  context: AuthContext,
  settings: EventsSettings,
  { id, url, failingSince }: WebhookRow,
  status: number | null,
): Promise<boolean> {
  const { db } = context;
  const now = context.now();
  // Someone might have changed the webhook's URL or turned it on again during the request.
  if (failingSince === null) {
    await db.update(webhookTable, { where: { id, url, failingSince }, set: { failingSince: now } });
  }
  const isTooLong = failingSince !== null && now.getTime() - failingSince.getTime() >= maxFailingMs;
  if (status !== 410 && !isTooLong) return false;
  return status === 410
    ? disable(context, settings, { id, url }, "gone")
    : disable(context, settings, { id, url, failingSince }, "failing");
}

/** Returns whether it turned the webhook off. `false` if it was already off, or someone changed it. */
async function disable(
  context: AuthContext,
  settings: EventsSettings,
  unchanged: Pick<WebhookRow, "id" | "url"> & Partial<Pick<WebhookRow, "failingSince">>,
  reason: DisabledReason,
): Promise<boolean> {
  const { id } = unchanged;
  return context.db.transaction(async (tx) => {
    const changed = await tx.update(webhookTable, { where: { ...unchanged, enabled: true }, set: { enabled: false } });
    const row = changed === 0 ? null : await tx.findOne(webhookTable, { where: { id } });
    if (!row) return false;
    const { organizationId, url, createdBy } = row;
    await recordSystemAudit(tx, context, {
      action: "webhook.disable",
      organizationId,
      data: { id, url: originOf(url), reason },
    });
    if (settings.sendWebhookDisabled && createdBy !== null) {
      await storeMessage(tx, context, disabledMessage(context, { webhookId: id, reason }));
    }
    return true;
  });
}
