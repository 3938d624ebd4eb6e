/** Decides who can manage single sign-on: members of the organization with the permission, site admins, or the app itself. */

import { authorize } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineGuard,
  denyImpersonation,
  type Guard,
  getService,
  hasAdminPermissions,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  impersonatorOf,
  type RequestContext,
  requireFreshSession,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
  userTable,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "./errors.ts";

/** Who calls. */
export interface SsoCaller {
  /** `null` if it's the app itself. */
  readonly caller: ActiveSession | null;
}

/** What a caller does: the action of the permission `sso`. */
export type SsoAction = "create" | "read" | "update" | "delete";

/**
 * Requires a fresh session that isn't impersonated, or a call of the app itself. Who controls single sign-on can sign in
 * as others, so a stolen old session must not be enough.
 */
export const requireSsoManager: Guard<SsoCaller, SessionErrorCode | ImpersonationErrorCode> = defineGuard({
  name: "requireSsoManager",
  summary: "A user who can manage single sign-on recently confirmed who they are, or the server called.",
  errors: { ...sessionErrors, ...impersonationErrors },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    await requireSession.check(context, input);
    await denyImpersonation.check(context, input);
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});

/** Requires a session, or a call of the app itself. */
export const requireSsoReader: Guard<SsoCaller, "UNAUTHORIZED"> = defineGuard({
  name: "requireSsoReader",
  summary: "A user who can see the settings of single sign-on is signed in, or the server called.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireSession.check(context, input)) ?? null };
  },
});

/** The organization that a call is about, which the caller can act for. */
export interface SsoScope {
  readonly organizationId: string;
  /**
   * Locks the organization, and checks again that the caller can do it.
   * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO` if they just lost the permission
   */
  lock(tx: Transaction): Promise<void>;
  /** Whether the roles exist and have no permission that the caller lacks. The app and site admins lack none. */
  canAssign(role: string): Promise<boolean>;
}

/** The errors of finding out which organization a call is about. */
export const scopeErrors = pickErrors(
  "NO_ACTIVE_ORGANIZATION",
  "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO",
);

/**
 * Finds the organization, by default the active one. At most one query.
 * @throws {AuthError} one of {@link scopeErrors}
 */
export async function requireScope(
  context: RequestContext & SsoCaller,
  organizationId: string | undefined,
  action: SsoAction,
): Promise<SsoScope> {
  const { caller } = context;
  if (!caller) return ofServer(context, organizationId ?? failWith("NO_ACTIVE_ORGANIZATION"));
  const access = getService(context, "organizationAccess");
  const grant = await access.find(context, caller, organizationId, ["sso", action]);
  if (grant === "none") return failWith("NO_ACTIVE_ORGANIZATION");
  if (grant === "stranger") {
    const asAdmin = organizationId === undefined ? null : ofAdmin(context, caller, organizationId, action);
    return asAdmin ?? failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  }
  if (!authorize(grant.granted, { sso: [action] }).success) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
  return {
    organizationId: grant.organizationId,
    async lock(tx) {
      if (!(await grant.lock(tx))) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
    },
    canAssign: (role) => grant.canAssign(role),
  };
}

function ofServer(context: RequestContext, organizationId: string): SsoScope {
  return { organizationId, lock: (tx) => lockOrganization(context, tx, organizationId), canAssign: async () => true };
}

/** Returns `null` if the caller isn't a site admin with the permission. */
function ofAdmin(
  context: RequestContext,
  { user, session }: ActiveSession,
  organizationId: string,
  action: SsoAction,
): SsoScope | null {
  const permissions = { sso: [action] };
  const isAdmin = impersonatorOf(context, session) === null && hasAdminPermissions(context, user, permissions);
  if (!isAdmin) return null;
  return {
    organizationId,
    async lock(tx) {
      const admin = await tx.lock(userTable, user.id);
      if (!admin || !hasAdminPermissions(context, admin, permissions)) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO");
      await lockOrganization(context, tx, organizationId);
    },
    canAssign: async () => true,
  };
}

/** @throws {AuthError} `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION` if it doesn't exist */
async function lockOrganization(context: RequestContext, tx: Transaction, organizationId: string): Promise<void> {
  const { table } = getService(context, "organizationAccess");
  if (!(await tx.lock(table, organizationId))) failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
}
