/** Gives organization components access to the organization settings. */

import type { RolePermission } from "@latchkey/organization/access";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { Statements } from "./roles/permissions.ts";
import type { OrganizationTexts } from "./texts.ts";

/** The organization settings of the UI. */
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
  /** Whether a role that the app declares grants all of these permissions. */
  checkRolePermission(asked: RolePermission): boolean;
}

/** Returns the organization settings. Throws if the provider lacks `organizationUi()`. */
export const useOrganizationUi = (): OrganizationUi => useUiPlugin<OrganizationUi>("organization", "organizationUi()");
