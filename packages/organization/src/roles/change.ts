/** Changes the custom roles of an organization under its lock. */

import { missingPermissions, type Permissions } from "@latchkey/core/access";
import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import { type RequestContext, recordAudit } from "@latchkey/core/plugin";
import type { OrganizationAuditAction } from "../audit-actions.ts";
import { failWith } from "../errors.ts";
import type { Membership, WithMembership } from "../guards.ts";
import { lockMembership } from "../lock-membership.ts";
import { hasMemberWithRole } from "../members/store.ts";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, organizationRoleTable, organizationTable } from "../tables.ts";
import type { RoleQuery } from "./contract.ts";

/** The context of a call about roles, with what its guard added. */
export type RoleCallContext = RequestContext & WithMembership;

/**
 * Changes roles under the organization's lock, and increments its epoch to invalidate anything derived from the old
 * roles.
 * @param callback receives the caller's membership as read under the lock
 * @throws {AuthError} `ROLE_NAME_IS_ALREADY_TAKEN`, or any error of `lockMembership`
 */
export async function withRoleChange<T>(
  context: RoleCallContext,
  settings: OrganizationSettings,
  { action, data }: { readonly action: OrganizationAuditAction; readonly data: Readonly<Record<string, unknown>> },
  callback: (tx: Transaction, membership: Membership) => Promise<T>,
): Promise<T> {
  const organizationId = context.membership.organization.id;
  try {
    return await context.db.transaction(async (tx) => {
      const own = await lockMembership(tx, context, settings, context.membership);
      const result = await callback(tx, own);
      await tx.increment(organizationTable, { where: { id: organizationId }, column: "epoch" });
      await recordAudit(tx, context, { action, actorId: context.user.id, organizationId, data });
      return result;
    });
  } catch (error) {
    if (error instanceof UniqueViolation) failWith("ROLE_NAME_IS_ALREADY_TAKEN", { cause: error });
    throw error;
  }
}

/** Finds a custom role. @throws {AuthError} `ROLE_NOT_FOUND` */
export async function findRole(
  db: Pick<Transaction, "findOne">,
  { membership }: RoleCallContext,
  { roleName: role, roleId }: RoleQuery,
): Promise<OrganizationRoleRow> {
  const organizationId = membership.organization.id;
  if (role === undefined && roleId === undefined) failWith("ROLE_NOT_FOUND");
  const where = { organizationId, ...(roleId === undefined ? { role: role as string } : { id: roleId }) };
  return (await db.findOne(organizationRoleTable, { where })) ?? failWith("ROLE_NOT_FOUND");
}

/** Rejects unknown resources and actions. @throws {AuthError} `MISSING_AC_INSTANCE`, `INVALID_RESOURCE` */
export function requireKnownPermissions(
  { statements, hasAccessControl }: OrganizationSettings,
  permission: Permissions,
): void {
  if (!hasAccessControl) failWith("MISSING_AC_INSTANCE");
  if (missingPermissions(statements, permission).length > 0) failWith("INVALID_RESOURCE");
}

/** Rejects permissions that the caller lacks. @throws {AuthError} the `denied` code of the caller's guard */
export function requireOwnPermissions({ granted, required }: Membership, permission: Permissions): void {
  const missing = missingPermissions(granted, permission);
  if (missing.length > 0) failWith(required.denied, { details: { missingPermissions: missing } });
}

/** Roles per query. */
const batchSize = 1000;

/** Returns the names of all custom roles. */
export async function findRoleNames(tx: Transaction, organizationId: string): Promise<string[]> {
  const names: string[] = [];
  for (let last = ""; ; ) {
    const found = await tx.findMany(organizationRoleTable, {
      where: { organizationId, id: { gt: last } },
      columns: ["id", "role"],
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    names.push(...found.map(({ role }) => role));
    if (found.length < batchSize) return names;
    last = found.at(-1)?.id ?? "";
  }
}

/**
 * Requires a name that differs from all others by more than case and Unicode form. Call it under the organization's
 * lock.
 * @throws {AuthError} `ROLE_NAME_IS_ALREADY_TAKEN`
 */
export function requireUniqueName({ roles }: OrganizationSettings, others: readonly string[], name: string): void {
  const key = normalizeForComparison(name);
  if ([...Object.keys(roles), ...others].some((other) => normalizeForComparison(other) === key))
    failWith("ROLE_NAME_IS_ALREADY_TAKEN");
}

/** Normalizes a name for comparison, ignoring case and Unicode variants. */
function normalizeForComparison(name: string): string {
  // Uppercase first, because it unifies letters that have several lowercase forms.
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** @throws {AuthError} `ROLE_IS_ASSIGNED_TO_MEMBERS` */
export async function requireUnassigned(tx: Transaction, { organizationId, role }: OrganizationRoleRow): Promise<void> {
  if (await hasMemberWithRole(tx, { organizationId }, role)) failWith("ROLE_IS_ASSIGNED_TO_MEMBERS");
}
