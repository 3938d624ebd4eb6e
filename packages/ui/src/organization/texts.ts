/** The texts of organizations: the parts put together. */

import { organizationErrorsEn } from "./errors.ts";
import { type GeneralTexts, general } from "./general/texts.ts";
import { type RolesTexts, roleErrors, roles } from "./roles/texts.ts";
import { type TeamsTexts, teamErrors, teams } from "./teams/texts.ts";

/** Every text of the screens of organizations. */
export interface OrganizationTexts {
  readonly general: GeneralTexts;
  readonly teams: TeamsTexts;
  readonly roles: RolesTexts;
  /** Sentences by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** In English. */
export const organizationEn: OrganizationTexts = {
  general,
  teams,
  roles,
  errors: { ...organizationErrorsEn, ...teamErrors, ...roleErrors },
};
