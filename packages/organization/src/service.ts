/** The service that the plugin offers to other plugins. */

import { roleNames } from "@latchkey/core/access";
import type { Table } from "@latchkey/core/database";
import type { MemberRef, OrganizationAccess, OrganizationRef } from "@latchkey/core/plugin";
import { AuthError, userTable } from "@latchkey/core/plugin";
import { findMembership, isOwner } from "./guards.ts";
import { lockMembership } from "./lock-membership.ts";
import { createProvisioning } from "./members/provisioning.ts";
import { canAssignRoles } from "./members/rank.ts";
import type { OrganizationSettings } from "./options.ts";
import { grantedToCaller, permissionsOf, rolesOf } from "./roles/store.ts";
import { memberTable, organizationTable } from "./tables.ts";
import { createTeamProvisioning } from "./teams/provisioning.ts";

/** Creates the `organizationAccess` service. */
export function createOrganizationAccess(settings: OrganizationSettings): OrganizationAccess {
  const isWithin: OrganizationAccess["isWithin"] = async (context, organization, granted, role) => {
    const roles = await rolesOf(context, settings, organization);
    const names = roleNames(role);
    const exist = names.length > 0 && names.every((name) => Object.hasOwn(roles, name));
    return exist && canAssignRoles(granted, roles, role);
  };
  return {
    table: organizationTable as Table<OrganizationRef>,
    members: memberTable as Table<MemberRef>,
    permissionsOf: (context, organization, role) => permissionsOf(context, settings, organization, role),
    isWithin,
    isOwner: (role) => isOwner(settings, role),
    provisioning: createProvisioning(settings),
    teams: settings.teamsEnabled ? createTeamProvisioning(settings) : null,
    async find(context, active, organizationId, permission) {
      const found = await findMembership(context, active, { organizationId });
      if (found === "none") return "none";
      if (!found) return "stranger";
      const { organization, member } = found;
      const granted = await grantedToCaller(context, settings, organization, member.role);
      let current = { organization, granted };
      const required = { permission, denied: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION" } as const;
      return {
        organizationId: organization.id,
        granted,
        async lock(tx) {
          // Users are locked before organizations. A new epoch means that someone banned or recovered the user
          // meanwhile.
          const user = await tx.lock(userTable, active.user.id);
          if (user?.epoch !== active.user.epoch) return null;
          try {
            current = await lockMembership(tx, context, settings, { ...found, granted, required });
            return current.granted;
          } catch (error) {
            if (error instanceof AuthError) return null;
            throw error;
          }
        },
        canAssign: (role) => isWithin(context, organization, granted, role),
        async canTake(role, tx) {
          return canAssignRoles(current.granted, await rolesOf(context, settings, current.organization, tx), role);
        },
      };
    },
  };
}
