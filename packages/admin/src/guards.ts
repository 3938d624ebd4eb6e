/** The guard of the administration: what it asks for is declared, so that it can be listed and tested. */

import {
  type ActiveSession,
  defineGuard,
  fail,
  type Guard,
  isProven,
  proofsWanted,
  type RequestContext,
  readSession,
  requireHeaders,
  requireInPerson,
  requireSession,
  sessionErrors,
} from "@latchkey/core";
import { authorize, missingPermissions, type Permissions } from "@latchkey/core/access";
import { refuseBanned } from "./bans.ts";
import { type AdminErrorCode, adminErrors, only } from "./errors.ts";
import { type AdminSettings, rightsOf } from "./options.ts";
import type { UserWithRole } from "./tables.ts";

/** Who asks, and what they may do. */
export interface Actor {
  /** `null`: the app itself, on the server. */
  readonly id: string | null;
  readonly rights: Permissions;
}

/** What the guard adds. */
export interface WithActor {
  readonly actor: Actor;
}

/** A guard that tells what it asks for. */
export interface PermissionGuard extends Guard<WithActor> {
  readonly permissions: Permissions;
}

/** The guards of an endpoint of the administration: somebody in person, who has the permission. */
export type AdminGuards = readonly [Guard<ActiveSession>, Guard, PermissionGuard];

/**
 * Asks for a permission, of a session that is read from the store.
 * @param refusal the code that says what is not allowed; its answer names what is missing
 */
export function requirePermission(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: AdminErrorCode,
): AdminGuards {
  return [requireSession, requireInPerson, permission(settings, permissions, refusal, false)];
}

/** The same; but the app itself may always, calling on the server without anybody's session. */
export function requirePermissionOrServer(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: AdminErrorCode,
): readonly [Guard, PermissionGuard] {
  return [requireInPerson, permission(settings, permissions, refusal, true)];
}

/** @throws {AuthError} `refusal`, with what is missing */
export function demand(rights: Permissions, asked: Permissions, refusal: AdminErrorCode): void {
  if (authorize(rights, asked).success) return;
  fail(adminErrors, refusal, { details: { missingPermissions: missingPermissions(rights, asked) } });
}

/** What changing one's own email or password can also refuse. */
export const ownErrors = { SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH } as const;

/**
 * Asks for a recent proof before admins change their own email or password here, as the calls for all users do. Otherwise
 * a stolen session would be enough to keep the account.
 *
 * @throws {AuthError} `SESSION_NOT_FRESH`
 */
export function proveOneself(context: RequestContext & ActiveSession, userId: string): void {
  const { session, user, joined } = context;
  const active = { session, user, joined };
  if (userId !== user.id || isProven(context, active)) return;
  fail(sessionErrors, "SESSION_NOT_FRESH", { details: { proof: proofsWanted(active) } });
}

function permission(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: AdminErrorCode,
  orServer: boolean,
): PermissionGuard {
  const asked = Object.entries(permissions).map(([resource, actions]) => `${resource}:${actions}`);
  const guard = defineGuard<WithActor>({
    name: `requirePermission(${asked})`,
    summary: `Somebody is signed in who may: ${asked.join(", ")}.`,
    errors: { UNAUTHORIZED: sessionErrors.UNAUTHORIZED, ...only("BANNED_USER", refusal) },
    async check(context) {
      // With a visitor's headers it is the visitor who asks.
      if (orServer && context.byApp) return { actor: { id: null, rights: settings.everything } };
      requireHeaders(context);
      const active = await readSession(context, { cache: false, refresh: false });
      if (!active) fail(sessionErrors, "UNAUTHORIZED");
      const user = active.user as UserWithRole;
      refuseBanned(settings, user, context.now());
      const rights = rightsOf(settings, user);
      demand(rights, permissions, refusal);
      return { actor: { id: user.id, rights } };
    },
  });
  return { ...guard, permissions };
}
