/** Combines the organization texts. */

import { organizationErrorsEn } from "./errors.ts";
import { type GeneralTexts, general } from "./general/texts.ts";
import { type RolesTexts, roleErrors, roles } from "./roles/texts.ts";
import { type TeamsTexts, teamErrors, teams } from "./teams/texts.ts";

/** All texts of the organization components. */
export interface OrganizationTexts {
  readonly general: GeneralTexts;
  readonly teams: TeamsTexts;
  readonly roles: RolesTexts;
  /** Error messages by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const organizationEn: OrganizationTexts = {
  general,
  teams,
  roles,
  errors: { ...organizationErrorsEn, ...teamErrors, ...roleErrors },
};
