/** The audit log actions of this plugin. */

/** Every action that the plugin records, in addition to core's. */
export const anonymousAuditActions = ["guest.merge"] as const;

/** An action that the plugin records. */
export type AnonymousAuditAction = (typeof anonymousAuditActions)[number];
