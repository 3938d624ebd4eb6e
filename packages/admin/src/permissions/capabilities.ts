/** The `/admin/capabilities` endpoint. */

import type { Permissions } from "@latchkey/core/access";
import { defineEndpoint, denyImpersonation, type EndpointOf, fail, requireSession } from "@latchkey/core/plugin";
import { denyBanned } from "../bans.ts";
import type { AdminCalls } from "../contract.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { type AdminSettings, permissionsOf } from "../options.ts";
import { capabilitiesOutput } from "../outputs.ts";
import type { UserWithRole } from "../tables.ts";

/** Returns what an admin can do. Any user with at least one permission can call it, regardless of their role. */
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
        disabled: disabledActions(context.extensions.endpoints),
        roles: Object.fromEntries(roles),
        defaultRole: settings.defaultRole,
        adminRoles: settings.adminRoles,
        searchByPart: settings.searchByPart,
        tracksLastActive: settings.trackLastActive !== null,
        impersonationSeconds: settings.impersonationSeconds,
        impersonatesAdmins: settings.allowImpersonatingAdmins,
      };
    },
  });
}

/** The call that each action needs. Screens can't offer the action without it. */
const requiredCalls: Readonly<Record<string, Readonly<Record<string, keyof AdminCalls>>>> = {
  user: {
    create: "createUser",
    list: "listUsers",
    get: "getUser",
    update: "adminUpdateUser",
    "set-role": "setRole",
    "set-email": "adminUpdateUser",
    "set-password": "setUserPassword",
    "unlink-account": "unlinkUserAccount",
    ban: "banUser",
    impersonate: "impersonateUser",
    delete: "removeUser",
  },
  session: { list: "listUserSessions", revoke: "revokeUserSessions" },
  audit: { list: "listAudit" },
};

function disabledActions(endpoints: object): Permissions {
  const disabled = Object.entries(requiredCalls).map(([resource, actions]) => [
    resource,
    Object.keys(actions).filter((action) => !Object.hasOwn(endpoints, actions[action] ?? "")),
  ]);
  return Object.fromEntries(disabled.filter(([, actions]) => actions?.length));
}
