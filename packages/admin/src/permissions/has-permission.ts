/** The `/admin/has-permission` endpoint. */

import { authorize, grantedPermissions, type Permissions, roleNames } from "@latchkey/core/access";
import {
  defineEndpoint,
  defineGuard,
  type EndpointOf,
  fail,
  findUser,
  type Guard,
  type InputField,
  impersonatorOf,
  input,
  readSession,
  requireHeaders,
  sessionErrors,
} from "@latchkey/core/plugin";
import { adminStatements } from "../access.ts";
import type { AdminCalls, UserHasPermissionInput } from "../contract.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { type AdminSettings, permissionsOf } from "../options.ts";
import { permissionOutput } from "../outputs.ts";
import type { UserWithRole } from "../tables.ts";

const name = input.text({ min: 1, max: 64 });

const permissions: InputField<Permissions> = input.check(
  input.record(name, input.list(name, { min: 1 }), { max: 100 }),
  (asked) => Object.keys(asked).length > 0,
  "name one permission at least",
);

const permissionInput: InputField<UserHasPermissionInput> = input.check(
  input.object<UserHasPermissionInput>({
    permissions: input.optional(permissions),
    permission: input.optional(permissions),
    userId: input.optional(id),
    role: input.optional(input.text({ min: 1 })),
  }),
  ({ permissions, permission }) => (permissions ?? permission) !== undefined,
  "permissions is missing",
);

/**
 * Returns whether the session's user has all the permissions. On the server, it can also check another user or a role.
 */
export function userHasPermission(settings: AdminSettings): EndpointOf<AdminCalls["userHasPermission"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/has-permission",
    summary: "Check the caller's permissions",
    input: permissionInput,
    output: permissionOutput,
    guards: [requireSessionOrServer(settings)],
    queryBudget: 1,
    handle: ({ permissions, permission = {} }, { granted }) => ({
      error: null,
      success: authorize(granted, permissions ?? permission).success,
    }),
  });
}

/**
 * Removes the admin plugin's permissions. The app's own permissions stay, because they belong to the user even while
 * impersonated.
 */
function removeAdminPermissions(granted: Permissions): Permissions {
  const remaining: Record<string, readonly string[] | undefined> = { ...granted };
  for (const [resource, actions] of Object.entries(adminStatements)) {
    remaining[resource] = (granted[resource] ?? []).filter(
      (action) => !(actions as readonly string[]).includes(action),
    );
  }
  return remaining;
}

interface WithGrantedPermissions {
  readonly granted: Permissions;
}

/**
 * Adds the permissions to check. Only server calls can use `userId` and `role`. Other calls check the caller's own
 * permissions.
 */
function requireSessionOrServer(
  settings: AdminSettings,
): Guard<WithGrantedPermissions, "UNAUTHORIZED" | "USER_NOT_FOUND"> {
  return defineGuard({
    name: "requireSessionOrServer",
    summary: "A user is signed in.",
    errors: { UNAUTHORIZED: sessionErrors.UNAUTHORIZED, ...pickErrors("USER_NOT_FOUND") },
    async check(context, given) {
      const { userId, role } = given as UserHasPermissionInput;
      if (context.isServerCall && role !== undefined)
        return { granted: grantedPermissions(settings.roles, roleNames(role)) };
      if (context.isServerCall && userId !== undefined) {
        const user = (await findUser(context.db, userId)) ?? fail(adminErrors, "USER_NOT_FOUND");
        return { granted: permissionsOf(settings, user as UserWithRole) };
      }
      requireHeaders(context);
      const active = await readSession(context);
      if (!active) fail(sessionErrors, "UNAUTHORIZED");
      const permissions = permissionsOf(settings, active.user as UserWithRole);
      // Admin endpoints reject impersonated sessions, so their permissions must not be granted here either.
      return {
        granted: impersonatorOf(context, active.session) === null ? permissions : removeAdminPermissions(permissions),
      };
    },
  });
}
