/** `/admin/has-permission`. */

import {
  actorOf,
  defineEndpoint,
  defineGuard,
  type Endpoint,
  fail,
  findUser,
  readSession,
  requireHeaders,
  sessionErrors,
} from "@latchkey/core";
import { authorize, grantedBy, type Permissions, roleNames } from "@latchkey/core/access";
import * as z from "zod";
import { adminStatements } from "../access.ts";
import { adminErrors, only } from "../errors.ts";
import { id, text } from "../fields.ts";
import type { HasPermissionAnswer, UserHasPermissionInput } from "../inputs.ts";
import { type AdminSettings, rightsOf } from "../options.ts";
import { permissionOutput } from "../outputs.ts";
import type { UserWithRole } from "../tables.ts";

const permissions: z.ZodType<Permissions> = z
  .record(text(64, 1), z.array(text(64, 1)).min(1).max(100))
  .refine((asked) => Object.keys(asked).length > 0 && Object.keys(asked).length <= 100, "name one permission at least");

const input: z.ZodType<UserHasPermissionInput> = z
  .object({
    permissions: permissions.optional(),
    permission: permissions.optional(),
    userId: id.optional(),
    role: text(255, 1).optional(),
  })
  .refine(({ permissions, permission }) => permissions ?? permission, "permissions is missing");

/** Whether the session's user may do all that is asked; on the server also about anybody else, and about roles. */
export function userHasPermission(settings: AdminSettings): Endpoint<UserHasPermissionInput, HasPermissionAnswer> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/has-permission",
    summary: "Whether the caller may do something",
    input,
    output: permissionOutput,
    guards: [withRights(settings)],
    errors: only("USER_NOT_FOUND"),
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

/** Whose permissions are asked about. With headers only the caller's: what else the body says is not read. */
function withRights(settings: AdminSettings) {
  return defineGuard<{ readonly rights: Permissions }>({
    name: "requireSessionOrServer",
    summary: "Somebody is signed in.",
    errors: { UNAUTHORIZED: sessionErrors.UNAUTHORIZED },
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
