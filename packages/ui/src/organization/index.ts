/** Public exports of `@latchkey/ui/organization`. */

export { CreateOrganizationDialog, type CreateOrganizationDialogProps } from "./create-organization-dialog.tsx";
export { organizationErrorsEn } from "./errors.ts";
export { AcceptInvitation, type AcceptInvitationProps } from "./invitations/accept-invitation.tsx";
export { OrganizationInvitations } from "./invitations/invitations.tsx";
export { OwnInvitations } from "./invitations/own-invitations.tsx";
export type { InvitationTexts } from "./invitations/texts.ts";
export { OrganizationMembers } from "./members/members.tsx";
export type { MemberTexts } from "./members/texts.ts";
export { Organization, type OrganizationProps } from "./organization.tsx";
export { type OrganizationUiOptions, organizationUi } from "./plugin.tsx";
export { OrganizationRoles } from "./roles/roles.tsx";
export type { RolesTexts } from "./roles/texts.ts";
export type { OrganizationSectionProps } from "./section-frame.tsx";
export { OrganizationDanger } from "./settings/danger.tsx";
export { OrganizationGeneral } from "./settings/general.tsx";
export type { SettingsTexts } from "./settings/texts.ts";
export { OrganizationSwitcher, type OrganizationSwitcherProps } from "./switcher/organization-switcher.tsx";
export { OwnOrganizations, type OwnOrganizationsProps } from "./switcher/own-organizations.tsx";
export { OrganizationTeams } from "./teams/teams.tsx";
export type { TeamsTexts } from "./teams/texts.ts";
export { type OrganizationTexts, organizationEn } from "./texts.ts";
export type { OrganizationUi } from "./ui.ts";
