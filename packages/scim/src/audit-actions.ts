/** The audit log actions of this plugin. */

/** Every action that the plugin records. Members and invitations have the actions of the organization plugin. */
export const scimAuditActions = [
  "scim.connection.create",
  "scim.connection.delete",
  "scim.connection.update",
  "scim.group.create",
  "scim.group.delete",
  "scim.group.map",
  "scim.group.update",
  "scim.token.create",
  "scim.token.revoke",
  "scim.user.create",
  "scim.user.delete",
  "scim.user.update",
] as const;

/** An action that the plugin records. */
export type ScimAuditAction = (typeof scimAuditActions)[number];
