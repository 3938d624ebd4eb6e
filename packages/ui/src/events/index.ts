/** Public exports of `@latchkey/ui/events`. */

export { AdminWebhooks, type AdminWebhooksProps } from "./admin-webhooks.tsx";
export { AuditTrail } from "./audit-trail.tsx";
export { DeliveryLog, type DeliveryLogProps } from "./delivery-log.tsx";
export { type EventsUiOptions, eventsUi } from "./plugin.tsx";
export { type AllWebhooksTexts, type DeliveryTexts, type EventsTexts, eventsEn, type WebhookTexts } from "./texts.ts";
export type { EventsUi } from "./ui.ts";
export { WebhooksPanel } from "./webhooks-panel.tsx";
