/** Checks the roles that directories and identity providers assign. */

import { type Roles, roleNames } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import type { AuthContext, RoleAssignment } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { isOwner } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { type OrganizationRow, organizationTable } from "../tables.ts";
import { checkRoles, rolesGrantControl } from "./rank.ts";

/** Whether a role exists, doesn't make its member an owner, and gives no control over the organization's roles. */
export async function isAssignable(
  tx: Transaction,
  context: AuthContext,
  settings: OrganizationSettings,
  organizationId: string,
  role: string,
): Promise<boolean> {
  const organization = await tx.lock(organizationTable, organizationId);
  if (!organization) return false;
  const roles = await rolesOf(context, settings, organization, tx);
  const names = roleNames(role);
  const exist = names.length > 0 && names.every((name) => Object.hasOwn(roles, name));
  return exist && !givesControl(settings, roles, role);
}

/**
 * Checks a role under the organization's lock. Otherwise, a role that isn't assigned yet could be deleted or get more
 * permissions in the meantime.
 * @throws {AuthError} `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`
 */
export async function checkAssignment(
  tx: Transaction,
  context: AuthContext,
  settings: OrganizationSettings,
  organization: OrganizationRow,
  { role, allowControl = false }: RoleAssignment,
): Promise<void> {
  const roles = await rolesOf(context, settings, organization, tx);
  checkRoles(roles, role);
  if (!allowControl && givesControl(settings, roles, role))
    failWith("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
}

function givesControl(settings: OrganizationSettings, roles: Roles, role: string): boolean {
  return isOwner(settings, role) || rolesGrantControl(roles, role);
}
