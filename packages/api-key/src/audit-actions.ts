/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const apiKeyAuditActions = [
  "api-key.create",
  "api-key.delete",
  "api-key.leak",
  "api-key.rotate",
  "api-key.update",
  "service-account.create",
  "service-account.delete",
  "service-account.update",
] as const;

/** An action that the plugin records. */
export type ApiKeyAuditAction = (typeof apiKeyAuditActions)[number];
