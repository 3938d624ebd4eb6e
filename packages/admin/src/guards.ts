/**
 * The permission guards of the admin endpoints. They declare what they require, so that requirements can be listed and
 * tested.
 */

import { authorize, missingPermissions, type Permissions, permissionNames } from "@latchkey/core/access";
import {
  type ActiveSession,
  type AdminPermissionCheck,
  checkRecentProof,
  defineGuard,
  denyImpersonation,
  fail,
  type Guard,
  type RequestContext,
  readSession,
  requireSession,
  sessionErrors,
} from "@latchkey/core/plugin";
import { denyBanned, isBanned } from "./bans.ts";
import { type AdminErrorCode, adminErrors, pickErrors } from "./errors.ts";
import { type AdminSettings, permissionsOf } from "./options.ts";
import type { UserWithRole } from "./tables.ts";

/** The caller of an admin endpoint, and their permissions. */
export interface Actor {
  /** Id of the admin. `null` for a call by the app itself on the server. */
  readonly id: string | null;
  readonly granted: Permissions;
}

/** What the guards add to the context. */
export interface WithActor {
  readonly actor: Actor;
}

/** Error codes of a permission guard. */
type PermissionCode<Code extends AdminErrorCode> = "UNAUTHORIZED" | "BANNED_USER" | Code;

/** A guard that exposes the permissions it requires. */
export interface PermissionGuard<Code extends AdminErrorCode = AdminErrorCode, Needs = unknown>
  extends Guard<WithActor, PermissionCode<Code>, Needs> {
  readonly permissions: Permissions;
}

/** The guards of an admin endpoint. They require a user with the permission, and reject impersonated sessions. */
export type AdminGuards<Code extends AdminErrorCode> = readonly [
  typeof requireSession,
  typeof denyImpersonation,
  PermissionGuard<Code, Pick<ActiveSession, "user">>,
];

/**
 * Requires a permission. Reads the session from the database.
 * @param errorCode the error if the permission is missing. Its details list what's missing.
 */
export function requirePermission<const Code extends AdminErrorCode>(
  settings: AdminSettings,
  permissions: Permissions,
  errorCode: Code,
): AdminGuards<Code> {
  const actor = requireActor(settings, permissions, errorCode);
  const guard = permissionGuard<Code, Pick<ActiveSession, "user">>(permissions, errorCode, ({ user, now }) =>
    actor(user, now()),
  );
  return [requireSession, denyImpersonation, guard];
}

/** Requires the same as `requirePermission`, but server calls by the app itself always pass. */
export function requirePermissionOrServer<const Code extends AdminErrorCode>(
  settings: AdminSettings,
  permissions: Permissions,
  errorCode: Code,
): readonly [typeof denyImpersonation, PermissionGuard<Code>] {
  const actor = requireActor(settings, permissions, errorCode);
  const guard = permissionGuard(permissions, errorCode, async (context) => {
    // A call with a user's headers is made for that user, so it needs a session and the permission.
    if (context.isServerCall) return { id: null, granted: settings.allPermissions };
    const active = await readSession(context);
    return active ? actor(active.user, context.now()) : fail(sessionErrors, "UNAUTHORIZED");
  });
  return [denyImpersonation, guard];
}

/** @throws {AuthError} `errorCode`, with the missing permissions in the details */
export function requirePermissions(granted: Permissions, required: Permissions, errorCode: AdminErrorCode): void {
  if (authorize(granted, required).success) return;
  fail(adminErrors, errorCode, { details: { missingPermissions: missingPermissions(granted, required) } });
}

/**
 * Returns the permissions that an admin lacks for another plugin's call. A banned admin lacks all of them. No one can
 * act on a user who has permissions that they lack.
 */
export function missingForAdmin(
  settings: AdminSettings,
  { admin, permissions, target }: AdminPermissionCheck,
  now: Date,
): readonly string[] {
  const user = admin as UserWithRole;
  const granted = isBanned(user, now) ? {} : permissionsOf(settings, user);
  const required = target ? permissionsOf(settings, target as UserWithRole) : {};
  return [...new Set([...missingPermissions(granted, permissions), ...missingPermissions(granted, required)])];
}

/** Additional errors when admins change their own email or password. */
export const ownAccountErrors: Pick<typeof sessionErrors, "SESSION_NOT_FRESH"> = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
};

/**
 * Requires a recent proof before admins change their own email or password here, the same as the calls for all users.
 * Otherwise, a stolen session would be enough to take over the account.
 *
 * @throws {AuthError} `SESSION_NOT_FRESH`
 */
export async function requireRecentProofForSelf(
  context: RequestContext & ActiveSession,
  userId: string,
): Promise<void> {
  const { session, user } = context;
  const active = { session, user };
  if (userId === user.id) await checkRecentProof(context, active);
}

/** Returns a function that turns a user into an actor. It throws if they're banned or lack the permission. */
function requireActor(settings: AdminSettings, permissions: Permissions, errorCode: AdminErrorCode) {
  return (row: ActiveSession["user"], now: Date): Actor => {
    const user = row as UserWithRole;
    denyBanned(settings, user, now);
    const granted = permissionsOf(settings, user);
    requirePermissions(granted, permissions, errorCode);
    return { id: user.id, granted };
  };
}

function permissionGuard<Code extends AdminErrorCode, Needs = unknown>(
  permissions: Permissions,
  errorCode: Code,
  findActor: (context: RequestContext & Needs) => Actor | Promise<Actor>,
): PermissionGuard<Code, Needs> {
  const names = permissionNames(permissions);
  const guard = defineGuard<WithActor, PermissionCode<Code>, Needs>({
    name: `requirePermission(${names})`,
    summary: `The signed-in user has these permissions: ${names.join(", ")}.`,
    errors: {
      UNAUTHORIZED: sessionErrors.UNAUTHORIZED,
      ...pickErrors<"BANNED_USER" | Code>("BANNED_USER", errorCode),
    },
    check: async (context) => ({ actor: await findActor(context) }),
  });
  return { ...guard, permissions };
}
