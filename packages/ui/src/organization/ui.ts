/** The part of organizations in the screens, for the screens of it. */

import { type UiPlugin, useUiPlugin } from "../provider/plugin.ts";
import type { Statements } from "./roles/permissions.ts";
import type { OrganizationTexts } from "./texts.ts";

/** The part of organizations in the screens. */
export interface OrganizationUi extends UiPlugin {
  readonly id: "organization";
  readonly texts: OrganizationTexts;
  readonly roles: readonly string[];
  readonly creatorRole: string;
  readonly teams: boolean;
  readonly runTimeRoles: boolean;
  readonly invitationLinks: boolean;
  readonly statements: Statements;
  readonly path: string;
}

/** The part, for the screens of it. */
export const useOrganizationUi = (): OrganizationUi => useUiPlugin<OrganizationUi>("organization", "organizationUi()");
