/** Public exports of `@latchkey/ui/organization`. */

export { CreateOrganizationDialog, type CreateOrganizationDialogProps } from "./create-organization-dialog.tsx";
export { organizationErrorsEn } from "./errors.ts";
export type { GeneralTexts } from "./general/texts.ts";
export { AcceptInvitation, type AcceptInvitationProps } from "./invitations/accept-invitation.tsx";
export { InvitationsCard, type InvitationsCardProps } from "./invitations/invitations-card.tsx";
export { OwnInvitations, type OwnInvitationsProps } from "./invitations/own-invitations.tsx";
export { MembersCard, type MembersCardProps } from "./members/members-card.tsx";
export { type OrganizationUiOptions, organizationUi } from "./plugin.tsx";
export type { Statements } from "./roles/permissions.ts";
export { RolesCard, type RolesCardProps } from "./roles/roles-card.tsx";
export type { RolesTexts } from "./roles/texts.ts";
export { DangerCard, type DangerCardProps } from "./settings/danger-card.tsx";
export { GeneralCard, type GeneralCardProps } from "./settings/general-card.tsx";
export { OrganizationSettings, type OrganizationSettingsProps } from "./settings/organization-settings.tsx";
export { OrganizationList, type OrganizationListProps } from "./switcher/organization-list.tsx";
export { OrganizationSwitcher, type OrganizationSwitcherProps } from "./switcher/organization-switcher.tsx";
export { TeamsCard, type TeamsCardProps } from "./teams/teams-card.tsx";
export type { TeamsTexts } from "./teams/texts.ts";
export { type OrganizationTexts, organizationEn } from "./texts.ts";
export type { OrganizationUi } from "./ui.ts";
