/** The audit log actions of this plugin. */

/** Every action that the plugin records. Accepting an invitation can also record core's `user.email.verify`. */
export const organizationAuditActions = [
  "invitation.accept",
  "invitation.cancel",
  "invitation.create",
  "invitation.link.create",
  "invitation.reject",
  "invitation.resend",
  "member.create",
  "member.delete",
  "member.leave",
  "member.reinstate",
  "member.role.update",
  "member.suspend",
  "organization.create",
  "organization.delete",
  "organization.update",
  "role.create",
  "role.delete",
  "role.update",
  "team.create",
  "team.delete",
  "team.member.create",
  "team.member.delete",
  "team.update",
] as const;

/** An action that the plugin records. */
export type OrganizationAuditAction = (typeof organizationAuditActions)[number];
