/** The UI plugin for organizations. */

import { createAccessControl, createRoleCheck, type RolePermission } from "@latchkey/organization/access";
import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { OwnInvitations } from "./invitations/own-invitations.tsx";
import { ReturnToInvitation } from "./invitations/return-to-invitation.tsx";
import type { Statements } from "./roles/permissions.ts";
import { type OrganizationTexts, organizationEn } from "./texts.ts";
import { type OrganizationUi, useOrganizationUi } from "./ui.ts";

export type { OrganizationUi } from "./ui.ts";
export { useOrganizationUi } from "./ui.ts";

/** Options of `organizationUi`. */
export interface OrganizationUiOptions {
  /** The roles that can be assigned to members. Default: `["owner", "admin", "member"]`. */
  readonly roles?: readonly string[];
  /** The role that always has at least one member. Must match the server's option. Default: `owner`. */
  readonly creatorRole?: string;
  /** Whether teams are enabled on the server. Default: false. */
  readonly teams?: boolean;
  /** Whether custom roles are enabled on the server. Default: false. */
  readonly runTimeRoles?: boolean;
  /**
   * Whether invitations are passed on as links, because the server has no `sendInvitationEmail`. Inviters can copy the links
   * of their invitations. Default: false.
   */
  readonly invitationLinks?: boolean;
  /** Permissions that custom roles can include besides the built-in ones: the `statements` of your access control. */
  readonly statements?: Statements;
  /**
   * Whether a role that the app declares grants all of these permissions. Pass `createRoleCheck({ ac, roles })` from
   * `@latchkey/organization/access` if the server has `roles` of its own. Default: knows the built-in roles and
   * `statements`.
   */
  readonly checkRolePermission?: (asked: RolePermission) => boolean;
  /** Path of the organization's page. Invitations are at `{path}/invitation`. Default: `/organization`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<OrganizationTexts>;
}

/**
 * Adds invitations to the account page and an item to the menu, and returns users to an invitation after they sign in.
 * For apps whose server has `organization()` of `@latchkey/organization`.
 */
export function organizationUi(options: OrganizationUiOptions = {}): OrganizationUi {
  return createOrganizationUi(options, organizationEn);
}

function createOrganizationUi(options: OrganizationUiOptions, language: OrganizationTexts): OrganizationUi {
  const {
    roles = ["owner", "admin", "member"],
    creatorRole = "owner",
    teams = false,
    runTimeRoles = false,
    invitationLinks = false,
    statements = {},
    path = "/organization",
    checkRolePermission = createRoleCheck({
      ac: createAccessControl(statements),
      dynamicAccessControl: { enabled: runTimeRoles },
    }),
  } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "organization",
    localize: (other) => createOrganizationUi(options, other as OrganizationTexts),
    texts,
    errors: texts.errors,
    roles,
    creatorRole,
    teams,
    runTimeRoles,
    invitationLinks,
    statements,
    path,
    checkRolePermission,
    account: { SecurityGroups: ReceivedInvitations },
    MenuItems: OrganizationMenuItem,
    GlobalElements: ReturnToInvitation,
  };
}

/** Keeps the account page free of invitations while there are none. */
function ReceivedInvitations(): ReactElement {
  return <OwnInvitations hideEmpty />;
}

function OrganizationMenuItem(): ReactElement {
  const { navigate } = useAuthUi();
  const { texts, path } = useOrganizationUi();
  return <MenuItem onSelect={() => navigate(path)}>{texts.general.menu}</MenuItem>;
}
