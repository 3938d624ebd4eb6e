/** Decides who can manage connections: the app itself, and members with the permission `scim`. */

import { authorize } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineGuard,
  denyImpersonation,
  type Guard,
  getService,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  type OrganizationGrant,
  type RequestContext,
  requireFreshSession,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "../errors.ts";
import { connectionTable, type ScimConnectionRow } from "../tables.ts";

/** Who calls. `null`: the app itself. */
export interface ScimCaller {
  readonly caller: ActiveSession | null;
}

/** What a caller does: the action of the permission `scim`. */
export type ScimAction = "create" | "read" | "update" | "delete";

/**
 * Requires a fresh session that isn't impersonated, or a call of the app itself. Otherwise, a stolen old session or an
 * impersonator could create access that outlasts the session.
 */
export const requireScimManager: Guard<ScimCaller, SessionErrorCode | ImpersonationErrorCode> = defineGuard({
  name: "requireScimManager",
  summary: "A member who can manage SCIM recently confirmed who they are, or the server called.",
  errors: { ...sessionErrors, ...impersonationErrors },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    await requireSession.check(context, input);
    await denyImpersonation.check(context, input);
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});

/** Requires a session, or a call of the app itself. */
export const requireScimReader: Guard<ScimCaller, "UNAUTHORIZED"> = defineGuard({
  name: "requireScimReader",
  summary: "A member who can see SCIM connections is signed in, or the server called.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireSession.check(context, input)) ?? null };
  },
});

/** An organization that the caller can act for. */
export interface ScimScope {
  readonly organizationId: string;
  /** Whether the caller has all permissions of a role. */
  canAssign(role: string): Promise<boolean>;
  /**
   * Locks the organization and checks again that the caller can do it.
   * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM` if they just lost the permission
   */
  lock(tx: Transaction): Promise<void>;
}

/** The errors of `requireScope`. */
export const scopeErrors = pickErrors(
  "NO_ACTIVE_ORGANIZATION",
  "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM",
);

/** Finds out which organization a call is about. At most one query. @throws {AuthError} a code of `scopeErrors` */
export async function requireScope(
  context: RequestContext & ScimCaller,
  organizationId: string | undefined,
  action: ScimAction,
): Promise<ScimScope> {
  const { caller } = context;
  if (!caller) return ofServer(context, organizationId ?? failWith("NO_ACTIVE_ORGANIZATION"));
  const grant = await getService(context, "organizationAccess").find(context, caller, organizationId, ["scim", action]);
  if (grant === "none") return failWith("NO_ACTIVE_ORGANIZATION");
  if (grant === "stranger") return failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  return ofMember(grant, action);
}

function ofServer(context: RequestContext, organizationId: string): ScimScope {
  const { table } = getService(context, "organizationAccess");
  return {
    organizationId,
    canAssign: async () => true,
    async lock(tx) {
      if (!(await tx.lock(table, organizationId))) failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
    },
  };
}

function ofMember(grant: OrganizationGrant, action: ScimAction): ScimScope {
  if (!authorize(grant.granted, { scim: [action] }).success) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM");
  return {
    organizationId: grant.organizationId,
    canAssign: (role) => grant.canAssign(role),
    async lock(tx) {
      if (!(await grant.lock(tx))) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM");
    },
  };
}

/** A connection that the caller can act on. */
export interface ManagedConnection {
  readonly row: ScimConnectionRow;
  readonly scope: ScimScope;
}

/**
 * Finds a connection. Two queries.
 * @throws {AuthError} `SCIM_CONNECTION_NOT_FOUND`, also for strangers; `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM` for members
 */
export async function findConnection(
  context: RequestContext & ScimCaller,
  id: string,
  action: ScimAction,
): Promise<ManagedConnection> {
  const row = await context.db.findOne(connectionTable, { where: { id } });
  if (!row) return failWith("SCIM_CONNECTION_NOT_FOUND");
  return { row, scope: await scopeOf(context, row, action, "SCIM_CONNECTION_NOT_FOUND") };
}

/** Returns the scope of a connection. @throws {AuthError} `notFound` for strangers */
export async function scopeOf(
  context: RequestContext & ScimCaller,
  { organizationId }: ScimConnectionRow,
  action: ScimAction,
  notFound: "SCIM_CONNECTION_NOT_FOUND" | "SCIM_TOKEN_NOT_FOUND" | "SCIM_GROUP_NOT_FOUND",
): Promise<ScimScope> {
  const { caller } = context;
  if (!caller) return ofServer(context, organizationId);
  const grant = await getService(context, "organizationAccess").find(context, caller, organizationId, ["scim", action]);
  return typeof grant === "string" ? failWith(notFound) : ofMember(grant, action);
}

/** Locks the organization and the connection. @throws {AuthError} `SCIM_CONNECTION_NOT_FOUND` if it was deleted */
export async function lockConnection(tx: Transaction, { row, scope }: ManagedConnection): Promise<ScimConnectionRow> {
  await scope.lock(tx);
  return (await tx.lock(connectionTable, row.id)) ?? failWith("SCIM_CONNECTION_NOT_FOUND");
}

/** @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` unless the caller and a directory can assign the role */
export async function checkRole(
  tx: Transaction,
  context: RequestContext,
  { organizationId }: ScimScope,
  role: string,
): Promise<void> {
  const { provisioning } = getService(context, "organizationAccess");
  if (!(await provisioning.isAssignable(tx, context, organizationId, role))) failWith("SCIM_ROLE_NOT_ALLOWED");
}

/** @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` if the caller lacks a permission of the role */
export async function checkRank(scope: ScimScope, role: string): Promise<void> {
  if (!(await scope.canAssign(role))) failWith("SCIM_ROLE_NOT_ALLOWED");
}
