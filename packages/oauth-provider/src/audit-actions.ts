/** The audit log actions of this plugin. */

/** Every action that the plugin records. */
export const oauthProviderAuditActions = [
  "oauth-client.create",
  "oauth-client.delete",
  "oauth-client.register",
  "oauth-client.rotate-secret",
  "oauth-client.update",
  "oauth-consent.create",
  "oauth-consent.delete",
  "oauth-consent.update",
  "oauth-grant.create",
  "oauth-grant.revoke",
  "oauth-resource.create",
  "oauth-resource.delete",
  "oauth-resource.link",
  "oauth-resource.unlink",
  "oauth-resource.update",
] as const;

/** An action that the plugin records. */
export type OAuthProviderAuditAction = (typeof oauthProviderAuditActions)[number];
