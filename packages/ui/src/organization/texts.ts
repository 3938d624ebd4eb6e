/** Combines the organization texts. */

import { organizationRoleNamesEn } from "../texts/role-names.ts";
import { organizationErrorsEn } from "./errors.ts";
import { type InvitationTexts, invitations } from "./invitations/texts.ts";
import { type MemberTexts, members } from "./members/texts.ts";
import { type RolesTexts, roleErrors, roles } from "./roles/texts.ts";
import { type SettingsTexts, settings } from "./settings/texts.ts";
import { type TeamsTexts, teamErrors, teams } from "./teams/texts.ts";

/** All texts for the organization components. */
export interface OrganizationTexts extends SettingsTexts, InvitationTexts {
  /** Item of the user menu, and title of the page without an organization. */
  readonly menu: string;
  /** Label of the page's navigation for screen readers. */
  readonly nav: string;
  /** By role name. A role without a text is shown by its name. */
  readonly roleNames: Readonly<Record<string, string>>;
  readonly members: MemberTexts;
  readonly teams: TeamsTexts;
  readonly roles: RolesTexts;
  /** Error messages by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const organizationEn: OrganizationTexts = {
  menu: "Organization",
  nav: "Organization settings",
  roleNames: organizationRoleNamesEn,
  ...settings,
  ...invitations,
  members,
  teams,
  roles,
  errors: { ...organizationErrorsEn, ...teamErrors, ...roleErrors },
};
