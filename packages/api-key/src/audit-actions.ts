/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const apiKeyAuditActions = ["api-key.create", "api-key.delete", "api-key.rotate", "api-key.update"] as const;

/** An action that the plugin records. */
export type ApiKeyAuditAction = (typeof apiKeyAuditActions)[number];
