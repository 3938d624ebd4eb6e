/** The actions that the plugin records in the audit log. */

/** Every action that the plugin records, and tells `onAction`. */
export const adminAuditActions = [
  "admin.impersonation.start",
  "admin.impersonation.stop",
  "admin.session.revoke",
  "admin.session.revoke-all",
  "admin.user.ban",
  "admin.user.create",
  "admin.user.remove",
  "admin.user.set-email",
  "admin.user.set-password",
  "admin.user.set-role",
  "admin.user.unban",
  "admin.user.update",
] as const;

/** An action that the plugin records. */
export type AdminAuditAction = (typeof adminAuditActions)[number];
