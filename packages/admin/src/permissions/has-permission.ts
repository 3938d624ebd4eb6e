/** `/admin/has-permission`. */

import { authorize, grantedBy, type Permissions, roleNames } from "@latchkey/core/access";
import {
  actorOf,
  defineEndpoint,
  defineGuard,
  type EndpointOf,
  fail,
  findUser,
  type Guard,
  type InputField,
  input,
  readSession,
  requireHeaders,
  sessionErrors,
} from "@latchkey/core/plugin";
import { adminStatements } from "../access.ts";
import type { AdminCalls, UserHasPermissionInput } from "../contract.ts";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { type AdminSettings, rightsOf } from "../options.ts";
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

/** Whether the session's user may do all that is asked; on the server also about anybody else, and about roles. */
export function userHasPermission(settings: AdminSettings): EndpointOf<AdminCalls["userHasPermission"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/has-permission",
    summary: "Whether the caller may do something",
    input: permissionInput,
    output: permissionOutput,
    guards: [withRights(settings)],
    statements: 1,
    handle: ({ permissions, permission = {} }, { rights }) => ({
      error: null,
      success: authorize(rights, permissions ?? permission).success,
    }),
  });
}

/** The rights without those of the admin plugin: the app's own permissions are the user's, whoever acts. */
function withoutAdministration(rights: Permissions): Permissions {
  const left: Record<string, readonly string[] | undefined> = { ...rights };
  for (const [resource, actions] of Object.entries(adminStatements)) {
    left[resource] = (rights[resource] ?? []).filter((action) => !(actions as readonly string[]).includes(action));
  }
  return left;
}

interface WithRights {
  readonly rights: Permissions;
}

/** Whose permissions are asked about. With headers only the caller's: what else the body says is not read. */
function withRights(settings: AdminSettings): Guard<WithRights, "UNAUTHORIZED" | "USER_NOT_FOUND"> {
  return defineGuard({
    name: "requireSessionOrServer",
    summary: "Somebody is signed in.",
    errors: { UNAUTHORIZED: sessionErrors.UNAUTHORIZED, ...only("USER_NOT_FOUND") },
    async check(context, given) {
      const { userId, role } = given as UserHasPermissionInput;
      if (context.byApp && role !== undefined) return { rights: grantedBy(settings.roles, roleNames(role)) };
      if (context.byApp && userId !== undefined) {
        const user = (await findUser(context.db, userId)) ?? fail(adminErrors, "USER_NOT_FOUND");
        return { rights: rightsOf(settings, user as UserWithRole) };
      }
      requireHeaders(context);
      const active = await readSession(context, { cache: false, refresh: false });
      if (!active) fail(sessionErrors, "UNAUTHORIZED");
      const rights = rightsOf(settings, active.user as UserWithRole);
      // Admin endpoints refuse an impersonated session, so the answer must be no as well.
      return { rights: actorOf(context, active.session) === null ? rights : withoutAdministration(rights) };
    },
  });
}
