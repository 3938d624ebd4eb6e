/** The responses of the plugin's calls, and the functions that create them from rows. */

import type { AuditRow } from "@latchkey/core";
import {
  anything,
  boolean,
  date,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  AllWebhooksPage,
  AuditPage,
  AuditProblem,
  DeliveryPage,
  NewWebhook,
  VerifyAuditResult,
  Webhook,
  WebhookDelivery,
  WebhookEventData,
  WebhookPayload,
} from "./call-types.ts";
import { payloadOf } from "./delivery/wire.ts";
import type { EventRow, WebhookDeliveryRow, WebhookKind, WebhookRow } from "./tables.ts";

const webhookShapes = {
  id: text,
  organizationId: nullable(text),
  url: text,
  events: list(text),
  kind: oneOf("webhook", "audit"),
  enabled: boolean,
  failingSince: nullable(date),
  previousUntil: nullable(date),
  createdBy: nullable(text),
  createdAt: date,
} as const;

/** A webhook. */
export const webhookOutput: Shape<Webhook> = object<Webhook>(webhookShapes);

/** A webhook with its secret. */
export const newWebhookOutput: Shape<NewWebhook> = object<NewWebhook>({ ...webhookShapes, secret: text });

/** Response from `/webhook/list`. */
export const webhooksOutput: Shape<readonly Webhook[]> = list(webhookOutput);

/** Response from `/webhook/list-all`. */
export const allWebhooksOutput: Shape<AllWebhooksPage> = object<AllWebhooksPage>({
  webhooks: webhooksOutput,
  organizations: record(object<AllWebhooksPage["organizations"][string]>({ name: text })),
  nextCursor: nullable(text),
});

/** A delivery. */
export const deliveryOutput: Shape<WebhookDelivery> = object<WebhookDelivery>({
  id: text,
  eventId: text,
  type: text,
  state: oneOf("pending", "delivered", "failed"),
  attempts: number,
  responseStatus: nullable(number),
  nextAt: nullable(date),
  deliveredAt: nullable(date),
  createdAt: date,
  payload: object<WebhookPayload>({
    type: text,
    timestamp: text,
    data: object<WebhookEventData>({
      revision: number,
      actorId: nullable(text),
      actorType: nullable(text),
      onBehalfOf: nullable(text),
      userId: nullable(text),
      organizationId: nullable(text),
      details: anything,
      ipAddress: optional(nullable(text)),
      userAgent: optional(nullable(text)),
    }),
  }),
});

/** Response from `/webhook/deliveries`. */
export const deliveryPageOutput: Shape<DeliveryPage> = object<DeliveryPage>({
  deliveries: list(deliveryOutput),
  nextCursor: nullable(text),
});

/** Response from `/audit/list`. */
export const auditPageOutput: Shape<AuditPage> = object<AuditPage>({
  records: list(
    object<AuditRow>({
      id: text,
      action: text,
      actorId: nullable(text),
      actorType: optional(nullable(text)),
      onBehalfOf: nullable(text),
      userId: nullable(text),
      organizationId: nullable(text),
      ipAddress: nullable(text),
      userAgent: nullable(text),
      data: anything,
      count: optional(nullable(number)),
      createdAt: date,
    }),
  ),
  people: record(object<AuditPage["people"][string]>({ name: text })),
  nextCursor: nullable(text),
});

/** Response from `verifyAudit`. */
export const verifyAuditOutput: Shape<VerifyAuditResult> = object<VerifyAuditResult>({
  from: nullable(date),
  upTo: nullable(date),
  head: nullable(text),
  checkpoints: number,
  entries: number,
  problems: list(
    object<AuditProblem>({
      organizationId: nullable(text),
      from: date,
      upTo: date,
      reason: oneOf("removed", "added", "changed", "checkpoint"),
    }),
  ),
});

/** Converts a row to its response. */
export function presentWebhook(row: WebhookRow): Webhook {
  const { id, organizationId, url, events, kind, enabled, failingSince, previousUntil, createdBy, createdAt } = row;
  return { id, organizationId, url, events, kind, enabled, failingSince, previousUntil, createdBy, createdAt };
}

/** Converts a row and its event to their response. */
export function presentDelivery(row: WebhookDeliveryRow, event: EventRow, kind: WebhookKind): WebhookDelivery {
  const { id, eventId, state, attempts, responseStatus, nextAt, deliveredAt, createdAt } = row;
  const outcome = { state, attempts, responseStatus, nextAt, deliveredAt };
  return { id, eventId, type: event.type, ...outcome, createdAt, payload: payloadOf(event, kind) };
}
