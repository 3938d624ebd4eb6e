/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const ssoAuditActions = [
  "sso-domain.bypass",
  "sso-domain.create",
  "sso-domain.delete",
  "sso-domain.enforce",
  "sso-domain.lapse",
  "sso-domain.verify",
  "sso-provider.create",
  "sso-provider.delete",
  "sso-provider.expire",
  "sso-provider.logout",
  "sso-provider.refresh",
  "sso-provider.refresh-reject",
  "sso-provider.rotate-keys",
  "sso-provider.test",
  "sso-provider.update",
  "sso-setup.link",
  "sso-setup.open",
] as const;

/** An action that the plugin records. */
export type SsoAuditAction = (typeof ssoAuditActions)[number];
