/** Decides who can manage connections: members of the organization with the permission, site admins, or the app itself. */

import type { Transaction } from "@latchkey/core/database";
import {
  type CallerSession,
  getService,
  type OrganizationScope,
  type RequestContext,
  requireOrganizationScope,
} from "@latchkey/core/plugin";
import { failWith, pickErrors } from "../errors.ts";
import { connectionTable, type ScimConnectionRow } from "../tables.ts";

/** An action that needs the `scim` permission. */
export type ScimAction = "create" | "read" | "update" | "delete";

const refusals = {
  none: "NO_ACTIVE_ORGANIZATION",
  stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  denied: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM",
} as const;

/** The errors of {@link requireScope}. */
export const scopeErrors = pickErrors(...Object.values(refusals));

/**
 * Finds the organization, by default the active one. Sends at most one query.
 * @param stranger the code for callers who aren't members
 * @throws {AuthError} one of {@link scopeErrors}, or `stranger`
 */
export function requireScope(
  context: RequestContext & CallerSession,
  organizationId: string | undefined,
  action: ScimAction,
  stranger:
    | (typeof refusals)["stranger"]
    | "SCIM_CONNECTION_NOT_FOUND"
    | "SCIM_TOKEN_NOT_FOUND"
    | "SCIM_GROUP_NOT_FOUND" = refusals.stranger,
): Promise<OrganizationScope> {
  return requireOrganizationScope(context, organizationId, {
    permission: ["scim", action],
    refuse: (why) => failWith(why === "stranger" ? stranger : refusals[why]),
  });
}

/** A connection that the caller can act on. */
export interface ManagedConnection {
  readonly row: ScimConnectionRow;
  readonly scope: OrganizationScope;
}

/**
 * Finds a connection. Sends at most two queries.
 * @throws {AuthError} `SCIM_CONNECTION_NOT_FOUND`, even if it exists but the caller isn't a member of its organization.
 * `YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM` for members without the permission
 */
export async function findConnection(
  context: RequestContext & CallerSession,
  id: string,
  action: ScimAction,
): Promise<ManagedConnection> {
  const row = await context.db.findOne(connectionTable, { where: { id } });
  if (!row) return failWith("SCIM_CONNECTION_NOT_FOUND");
  return { row, scope: await requireScope(context, row.organizationId, action, "SCIM_CONNECTION_NOT_FOUND") };
}

/**
 * Locks the organization and the connection, and checks the permission again. @throws {AuthError} the errors of {@link
 * findConnection}
 */
export async function lockConnection(tx: Transaction, { row, scope }: ManagedConnection): Promise<ScimConnectionRow> {
  await scope.lock(tx);
  return (await tx.lock(connectionTable, row.id)) ?? failWith("SCIM_CONNECTION_NOT_FOUND");
}

/** @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` unless a directory can assign the role */
export async function checkRole(
  tx: Transaction,
  context: RequestContext,
  { organizationId }: OrganizationScope,
  role: string,
): Promise<void> {
  const { provisioning } = getService(context, "organizationAccess");
  if (!(await provisioning.isAssignable(tx, context, organizationId, role))) failWith("SCIM_ROLE_NOT_ALLOWED");
}

/** @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` if the role doesn't exist, or the caller lacks one of its permissions */
export async function checkRank(scope: OrganizationScope, role: string): Promise<void> {
  if (!(await scope.canAssign(role))) failWith("SCIM_ROLE_NOT_ALLOWED");
}

/**
 * Checks roles that the call assigns or that members already have, while holding the lock of `scope`. Deleted roles
 * have no permissions.
 * @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` if the caller lacks a permission that one of them has
 */
export async function checkRanks(tx: Transaction, scope: OrganizationScope, roles: Iterable<string>): Promise<void> {
  for (const role of roles) if (!(await scope.canTake(role, tx))) failWith("SCIM_ROLE_NOT_ALLOWED");
}

/**
 * Checks the permission that changing a member's teams manually requires, too.
 * @throws {AuthError} `SCIM_TEAM_NOT_ALLOWED`
 */
export function checkTeamPermission(scope: OrganizationScope, action: "update" | "delete"): void {
  if (!scope.has(["member", action])) failWith("SCIM_TEAM_NOT_ALLOWED");
}
