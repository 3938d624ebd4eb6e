/** This plugin's audit log actions. */

/** Every action that the plugin records. */
export const eventsAuditActions = [
  "audit.export",
  "webhook.create",
  "webhook.delete",
  "webhook.disable",
  "webhook.replay",
  "webhook.rotate",
  "webhook.send-test",
  "webhook.update",
] as const;

/** An action that the plugin records. */
export type EventsAuditAction = (typeof eventsAuditActions)[number];
