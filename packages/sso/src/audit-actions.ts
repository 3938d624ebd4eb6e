/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const ssoAuditActions = [
  "sso-domain.create",
  "sso-domain.delete",
  "sso-domain.lapse",
  "sso-domain.verify",
] as const;

/** An action that the plugin records. */
export type SsoAuditAction = (typeof ssoAuditActions)[number];
