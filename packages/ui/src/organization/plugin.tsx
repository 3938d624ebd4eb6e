/** What organizations bring into the screens. */

import { type UiPlugin, useUiPlugin } from "../provider/plugin.ts";
import { type OrganizationTexts, organizationEn } from "./texts.ts";

/** The part of organizations in the screens. */
export interface OrganizationUi extends UiPlugin {
  readonly id: "organization";
  readonly texts: OrganizationTexts;
  readonly roles: readonly string[];
  readonly teams: boolean;
  readonly runTimeRoles: boolean;
  readonly path: string;
}

/** What `organizationUi` takes. */
export interface OrganizationUiOptions {
  /** The roles that members can be given. Default: `["owner", "admin", "member"]`. */
  readonly roles?: readonly string[];
  /** Whether the server has teams switched on. Default: false. */
  readonly teams?: boolean;
  /** Whether roles can be made at run time there. Default: false. */
  readonly runTimeRoles?: boolean;
  /** Path of the organization's page; invitations are answered at `{path}/invitation`. Default: `/organization`. */
  readonly path?: string;
  /** Default: English. */
  readonly texts?: OrganizationTexts;
}

/** For apps whose server has `organization()` of `@latchkey/organization`. */
export function organizationUi(options: OrganizationUiOptions = {}): OrganizationUi {
  const {
    roles = ["owner", "admin", "member"],
    teams = false,
    runTimeRoles = false,
    path = "/organization",
    texts = organizationEn,
  } = options;
  return { id: "organization", texts, errors: texts.errors, roles, teams, runTimeRoles, path };
}

/** The part, for the screens of it. */
export const useOrganizationUi = (): OrganizationUi => useUiPlugin<OrganizationUi>("organization", "organizationUi()");
