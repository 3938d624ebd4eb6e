/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const jwtAuditActions = ["signing-key.create", "signing-key.revoke"] as const;

/** An action that the plugin records. */
export type JwtAuditAction = (typeof jwtAuditActions)[number];
