/** Public exports of `@latchkey/events`. */

export { type EventsAuditAction, eventsAuditActions } from "./audit-actions.ts";
export type {
  AllWebhooksPage,
  AuditFilters,
  AuditPage,
  AuditProblem,
  AuditScope,
  CreateWebhookInput,
  DeliveryPage,
  ExportAuditLogQuery,
  ListAllWebhooksQuery,
  ListAuditLogQuery,
  ListDeliveriesQuery,
  NewWebhook,
  ReplayWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  VerifyAuditInput,
  VerifyAuditResult,
  Webhook,
  WebhookDelivery,
  WebhookEventData,
  WebhookPayload,
  WebhookScope,
} from "./call-types.ts";
export type { EventsCalls, EventsCapabilities, EventsClient, EventsTypes } from "./contract.ts";
export { eventsErrors } from "./errors.ts";
export type { EventsOptions, WebhookDisabledMail } from "./options.ts";
export { type EventsPlugin, events } from "./plugin.ts";
export {
  type AuditCheckpointRow,
  auditCheckpointTable,
  type DeliveryState,
  type EventRecord,
  type EventRow,
  eventTable,
  type WebhookDeliveryRow,
  type WebhookKind,
  type WebhookRow,
  webhookDeliveryTable,
  webhookTable,
} from "./tables.ts";
