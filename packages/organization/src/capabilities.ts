/** Describes the app's organization settings and the caller's account for the UI. */

import { grantedPermissions } from "@latchkey/core/access";
import { type CapabilitiesPart, presentUser, type RequestContext, type UserRow } from "@latchkey/core/plugin";
import type { OrganizationAccountState, OrganizationCapabilities } from "./contract.ts";
import { findSolelyOwned } from "./members/sole-owner.ts";
import type { OrganizationSettings } from "./options.ts";
import { memberTable } from "./tables.ts";

/** Returns the plugin's part of `GET /capabilities`. */
export function describeOrganizations(
  settings: OrganizationSettings,
  isCallable: (id: string) => boolean,
): CapabilitiesPart {
  const plugin: OrganizationCapabilities = {
    create: isCallable("createOrganization") ? settings.creators : "none",
    teams: settings.teamsEnabled,
    dynamicRoles: settings.dynamicRoles,
    delete: isCallable("deleteOrganization"),
    invitations: settings.sendInvitation ? "email" : "link",
    invitationExpiresIn: settings.invitationExpiresIn,
    membershipLimit: settings.fixedMemberLimit,
    roles: Object.keys(settings.roles),
    creatorRole: settings.creatorRole,
    statements: settings.statements,
    permissions: Object.fromEntries(
      Object.keys(settings.roles).map((role) => [role, grantedPermissions(settings.roles, [role])]),
    ),
  };
  return { plugin };
}

/**
 * Returns the plugin's part of `GET /account-state`. Sends one query, plus one if the user owns organizations, and one
 * if the app limits organizations per user.
 */
export async function describeAccount(
  context: RequestContext,
  settings: OrganizationSettings,
  user: UserRow,
): Promise<OrganizationAccountState> {
  const [canCreateOrganization, soleOwnerOf] = await Promise.all([
    canCreate(context, settings, user),
    findSolelyOwned(context.db, settings, user.id),
  ]);
  return { canCreateOrganization, soleOwnerOf };
}

async function canCreate(context: RequestContext, settings: OrganizationSettings, row: UserRow): Promise<boolean> {
  if (!Object.hasOwn(context.extensions.endpoints, "createOrganization")) return false;
  const user = presentUser(context, row);
  if (!(await settings.canCreate(user))) return false;
  const limit = await settings.organizationLimit(user);
  return (
    limit === Number.POSITIVE_INFINITY || (await context.db.count(memberTable, { where: { userId: row.id } })) < limit
  );
}
