/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const passkeyAuditActions = ["passkey.clone", "passkey.create", "passkey.delete", "passkey.update"] as const;

/** An action that the plugin records. */
export type PasskeyAuditAction = (typeof passkeyAuditActions)[number];
