/** The audit log actions of this plugin. */

/** Every action that the plugin records and reports to `onAction`. */
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
  "admin.user.unlink-account",
  "admin.user.update",
] as const;

/** An action that the plugin records. */
export type AdminAuditAction = (typeof adminAuditActions)[number];

/** An admin's action, as passed to `onAction`. */
export interface AdminAction {
  /** For example `admin.user.ban` or `admin.impersonation.start`. */
  readonly action: AdminAuditAction;
  /** Id of the admin. `null` if the app itself acted. */
  readonly actorId: string | null;
  /** Id of the user that the action was about. */
  readonly userId: string | null;
  readonly at: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Further details, never secrets. */
  readonly data: Readonly<Record<string, unknown>> | null;
}
