/** The endpoint `/admin/capabilities`. */

import { defineEndpoint, denyImpersonation, type EndpointOf, fail, requireSession } from "@latchkey/core/plugin";
import { denyBanned } from "../bans.ts";
import type { AdminCalls } from "../contract.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { type AdminSettings, permissionsOf } from "../options.ts";
import { capabilitiesOutput } from "../outputs.ts";
import type { UserWithRole } from "../tables.ts";

/** Returns what an admin can do. For users with at least one permission, whatever their role. */
export function adminCapabilities(settings: AdminSettings): EndpointOf<AdminCalls["adminCapabilities"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/capabilities",
    summary: "Get the caller's admin permissions",
    output: capabilitiesOutput,
    guards: [requireSession, denyImpersonation],
    errors: pickErrors("BANNED_USER", "YOU_ARE_NOT_AN_ADMIN"),
    queryBudget: 1,
    handle(_, context) {
      const user = context.user as UserWithRole;
      denyBanned(settings, user, context.now());
      const permissions = permissionsOf(settings, user);
      if (Object.values(permissions).flat().length === 0) fail(adminErrors, "YOU_ARE_NOT_AN_ADMIN");
      const roles = Object.entries(settings.roles).map(([name, { statements }]) => [name, statements]);
      return {
        permissions,
        roles: Object.fromEntries(roles),
        defaultRole: settings.defaultRole,
        adminRoles: settings.adminRoles,
        searchByPart: settings.searchByPart,
        impersonationSeconds: settings.impersonationSeconds,
        impersonatesAdmins: settings.allowImpersonatingAdmins,
      };
    },
  });
}
