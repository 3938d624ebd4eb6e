/** The guard of the administration: what it asks for is declared, so that it can be listed and tested. */

import { authorize, missingPermissions, type Permissions } from "@latchkey/core/access";
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
} from "@latchkey/core/plugin";
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

/** The codes of a guard that asks for a permission. */
type PermissionCode<Refusal extends AdminErrorCode> = "UNAUTHORIZED" | "BANNED_USER" | Refusal;

/** A guard that tells what it asks for. */
export interface PermissionGuard<Refusal extends AdminErrorCode = AdminErrorCode>
  extends Guard<WithActor, PermissionCode<Refusal>> {
  readonly permissions: Permissions;
}

/** The guards of an admin endpoint: the user in person, with the permission. */
export type AdminGuards<Refusal extends AdminErrorCode> = readonly [
  typeof requireSession,
  typeof requireInPerson,
  PermissionGuard<Refusal>,
];

/**
 * Requires a permission. The session is read from the store.
 * @param refusal the code if the permission is missing; the error's details name what is missing
 */
export function requirePermission<const Refusal extends AdminErrorCode>(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: Refusal,
): AdminGuards<Refusal> {
  return [requireSession, requireInPerson, permission(settings, permissions, refusal, false)];
}

/** Requires the same, except from the app itself: a call on the server without anyone's session always passes. */
export function requirePermissionOrServer<const Refusal extends AdminErrorCode>(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: Refusal,
): readonly [typeof requireInPerson, PermissionGuard<Refusal>] {
  return [requireInPerson, permission(settings, permissions, refusal, true)];
}

/** @throws {AuthError} `refusal`, with what is missing */
export function demand(rights: Permissions, asked: Permissions, refusal: AdminErrorCode): void {
  if (authorize(rights, asked).success) return;
  fail(adminErrors, refusal, { details: { missingPermissions: missingPermissions(rights, asked) } });
}

/** What changing one's own email or password can also refuse. */
export const ownErrors: Pick<typeof sessionErrors, "SESSION_NOT_FRESH"> = {
  SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
};

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

function permission<Refusal extends AdminErrorCode>(
  settings: AdminSettings,
  permissions: Permissions,
  refusal: Refusal,
  orServer: boolean,
): PermissionGuard<Refusal> {
  const asked = Object.entries(permissions).map(([resource, actions]) => `${resource}:${actions}`);
  const guard = defineGuard<WithActor, PermissionCode<Refusal>>({
    name: `requirePermission(${asked})`,
    summary: `Somebody is signed in who may: ${asked.join(", ")}.`,
    errors: { UNAUTHORIZED: sessionErrors.UNAUTHORIZED, ...only<"BANNED_USER" | Refusal>("BANNED_USER", refusal) },
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
