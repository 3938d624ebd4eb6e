/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const ssoAuditActions = [
  "sso-domain.create",
  "sso-domain.delete",
  "sso-domain.lapse",
  "sso-domain.verify",
  "sso-provider.create",
  "sso-provider.delete",
  "sso-provider.update",
] as const;

/** An action that the plugin records. */
export type SsoAuditAction = (typeof ssoAuditActions)[number];
