/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const passkeyAuditActions = [
  "passkey.backup-code.use",
  "passkey.backup-codes.create",
  "passkey.clone",
  "passkey.create",
  "passkey.delete",
  "passkey.update",
] as const;

/** An action that the plugin records. */
export type PasskeyAuditAction = (typeof passkeyAuditActions)[number];
