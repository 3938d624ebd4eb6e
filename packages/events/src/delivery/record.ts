/** Stores events in the transactions that cause them, and creates their deliveries to subscribed webhooks. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  type AuditRow,
  type AuthContext,
  createMessage,
  type OutboxHandler,
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
import { deliveryMessage } from "./send.ts";
import { type EventTarget, isSubscribed } from "./types.ts";

/** The kind of outbox messages that create an event's deliveries. */
export const eventKind = "event";

interface EventMessage extends EventTarget {
  readonly eventId: string;
}

/** Maximum webhooks that receive an event. An organization can have at most half as many. */
const maxSubscribed = 2000;

/**
 * Returns a function that stores an audit log entry's event if a webhook subscribes to it. Sends one query. The rows
 * are inserted at the end of the transaction. The webhooks receive the event after the commit.
 */
export function recordEvent(settings: EventsSettings) {
  return async (tx: Transaction, entry: AuditRow, context: AuthContext): Promise<void> => {
    const target = { type: entry.action, organizationId: entry.organizationId };
    const subscribed = await findSubscribed(tx, settings, target);
    if (subscribed.length === 0) return;
    await tx.insertAtEnd(eventTable, toEvent(context, entry));
    await storeMessage(
      tx,
      context,
      createMessage(context, eventKind, { eventId: entry.id, ...target } satisfies EventMessage),
    );
  };
}

/** Creates an audit log entry's event. */
export function toEvent(context: AuthContext, entry: AuditRow): EventRow {
  const { id, action, organizationId, userId, actorId, actorType = null, onBehalfOf, createdAt } = entry;
  const revision = nextRevision(context, createdAt);
  const { ipAddress, userAgent, data } = entry;
  const record = { revision, actorId, actorType, onBehalfOf, ipAddress, userAgent, details: data };
  return { id, type: action, organizationId, userId, data: record, createdAt };
}

const revisionKey: unique symbol = Symbol("event revision");

/**
 * Microseconds since 1970, but always larger than the last one, so that receivers can tell which of two events is
 * newer.
 */
function nextRevision({ appCache }: AuthContext, at: Date): number {
  const last = Number(appCache.get(revisionKey) ?? 0);
  const revision = Math.max(at.getTime() * 1000, last + 1);
  appCache.set(revisionKey, revision);
  return revision;
}

/** Returns the webhooks of the event's organization and of the site that subscribe to it. Sends one query. */
async function findSubscribed(
  db: Adapter,
  { organizations }: EventsSettings,
  { type, organizationId }: EventTarget,
): Promise<readonly Pick<WebhookRow, "id">[]> {
  const forSite = { enabled: true, organizationId: null };
  const where = organizations && organizationId !== null ? [forSite, { enabled: true, organizationId }] : forSite;
  const columns = ["id", "kind", "events"] as const;
  const rows = await db.findMany(webhookTable, { where, columns, limit: maxSubscribed });
  return rows.filter((row) => isSubscribed(row, type));
}

/**
 * Creates an event's deliveries. They need a separate transaction, because a webhook that's deleted in the meantime
 * would make the event's own transaction fail.
 */
export function createEventHandler(settings: EventsSettings): OutboxHandler {
  const createDeliveries: OutboxHandler = async (payload, context) => {
    const { eventId, ...target } = payload as EventMessage;
    const subscribed = await findSubscribed(context.db, settings, target);
    if (subscribed.length === 0) return;
    await context.db.transaction(async (tx) => {
      const ids = subscribed.map(({ id }) => id);
      const where = { eventId, endpointId: { in: ids } };
      const known = await tx.findMany(webhookDeliveryTable, { where, columns: ["endpointId"], limit: ids.length });
      const missing = ids.filter((id) => !known.some(({ endpointId }) => endpointId === id));
      const deliveries = missing.map((endpointId) => newDelivery(context, endpointId, eventId));
      if (deliveries.length === 0) return;
      await tx.insertMany(webhookDeliveryTable, deliveries);
      for (const delivery of deliveries) await storeMessage(tx, context, deliveryMessage(context, delivery));
    });
  };
  return Object.assign(createDeliveries, { concurrency: 20 });
}

/** Creates the row of a delivery that's due now. */
export function newDelivery({ random, now }: AuthContext, endpointId: string, eventId: string): WebhookDeliveryRow {
  const at = now();
  return {
    id: randomId(random),
    endpointId,
    eventId,
    attempts: 0,
    state: "pending",
    responseStatus: null,
    nextAt: at,
    deliveredAt: null,
    createdAt: at,
  };
}
