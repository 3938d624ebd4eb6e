/** This plugin's audit log actions. */

/** Every action that the plugin records. Changes to members and invitations use the organization plugin's actions. */
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
