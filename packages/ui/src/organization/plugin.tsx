/** What organizations bring into the screens. */

import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { OwnInvitations } from "./invitations/own-invitations.tsx";
import { ReturnToInvitation } from "./invitations/return.tsx";
import type { Statements } from "./roles/permissions.ts";
import { type OrganizationTexts, organizationEn } from "./texts.ts";
import { type OrganizationUi, useOrganizationUi } from "./ui.ts";

export type { OrganizationUi } from "./ui.ts";
export { useOrganizationUi } from "./ui.ts";

/** What `organizationUi` takes. */
export interface OrganizationUiOptions {
  /** The roles that members can be given. Default: `["owner", "admin", "member"]`. */
  readonly roles?: readonly string[];
  /** The role that is never left without somebody, as the server's option says. Default: `owner`. */
  readonly creatorRole?: string;
  /** Whether the server has teams switched on. Default: false. */
  readonly teams?: boolean;
  /** Whether roles can be made at run time there. Default: false. */
  readonly runTimeRoles?: boolean;
  /**
   * Whether invitations are passed on as links, because the server has no `sendInvitationEmail`. Inviters can copy the links
   * of their invitations. Default: false.
   */
  readonly invitationLinks?: boolean;
  /** What roles can be made of beyond the built-in resources: `statements` of the app's access control. */
  readonly statements?: Statements;
  /** Path of the organization's page; invitations are answered at `{path}/invitation`. Default: `/organization`. */
  readonly path?: string;
  /** Default: English. */
  readonly texts?: OrganizationTexts;
}

/**
 * Adds invitations to the account page, a line to the menu, and the way back to an invitation for whoever signs in because
 * of it. For apps whose server has `organization()` of `@latchkey/organization`.
 */
export function organizationUi(options: OrganizationUiOptions = {}): OrganizationUi {
  const {
    roles = ["owner", "admin", "member"],
    creatorRole = "owner",
    teams = false,
    runTimeRoles = false,
    invitationLinks = false,
    statements = {},
    path = "/organization",
    texts = organizationEn,
  } = options;
  return {
    id: "organization",
    texts,
    errors: texts.errors,
    roles,
    creatorRole,
    teams,
    runTimeRoles,
    invitationLinks,
    statements,
    path,
    AccountCards: InvitationsToMe,
    MenuItems: OrganizationMenuItem,
    Always: ReturnToInvitation,
  };
}

/** Nobody's account page is about invitations while there are none. */
function InvitationsToMe(): ReactElement {
  return <OwnInvitations hideEmpty />;
}

function OrganizationMenuItem(): ReactElement {
  const { navigate } = useAuthUi();
  const { texts, path } = useOrganizationUi();
  return <MenuItem onSelect={() => navigate(path)}>{texts.general.menu}</MenuItem>;
}
