/** Changing the roles of an organization, under its lock. */

import { missingPermissions, type Permissions } from "@latchkey/core/access";
import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import { type RequestContext, recordAudit } from "@latchkey/core/plugin";
import type { OrganizationAuditAction } from "../audit-actions.ts";
import { refuse } from "../errors.ts";
import type { InOrganization, Membership } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { hasMemberWith } from "../members/store.ts";
import type { OrganizationSettings } from "../options.ts";
import { type OrganizationRoleRow, organizationRoleTable, organizationTable } from "../tables.ts";
import type { RoleQuery } from "./contract.ts";

/** A call about roles, with what its guard added. */
export type InCall = RequestContext & InOrganization;

/**
 * Changes roles under the organization's lock, and starts a new epoch: what was worked out of the old roles is dead.
 * @param work gets the caller as they are under the lock
 * @throws {AuthError} `ROLE_NAME_IS_ALREADY_TAKEN`; what `holdMembership` refuses with
 */
export async function changing<T>(
  context: InCall,
  settings: OrganizationSettings,
  { action, data }: { readonly action: OrganizationAuditAction; readonly data: Readonly<Record<string, unknown>> },
  work: (tx: Transaction, own: Membership) => Promise<T>,
): Promise<T> {
  const organizationId = context.membership.organization.id;
  try {
    return await context.db.transaction(async (tx) => {
      const own = await holdMembership(tx, context, settings, context.membership);
      const result = await work(tx, own);
      await tx.increment(organizationTable, { where: { id: organizationId }, column: "epoch" });
      await recordAudit(tx, context, { action, actorId: context.user.id, organizationId, data });
      return result;
    });
  } catch (error) {
    if (error instanceof UniqueViolation) refuse("ROLE_NAME_IS_ALREADY_TAKEN", { cause: error });
    throw error;
  }
}

/** A role that the organization made. @throws {AuthError} `ROLE_NOT_FOUND` */
export async function findRole(
  db: Pick<Transaction, "findOne">,
  { membership }: InCall,
  { roleName: role, roleId }: RoleQuery,
): Promise<OrganizationRoleRow> {
  const organizationId = membership.organization.id;
  if (role === undefined && roleId === undefined) refuse("ROLE_NOT_FOUND");
  const where = { organizationId, ...(roleId === undefined ? { role: role as string } : { id: roleId }) };
  return (await db.findOne(organizationRoleTable, { where })) ?? refuse("ROLE_NOT_FOUND");
}

/** Only resources and actions that there are. @throws {AuthError} `MISSING_AC_INSTANCE`, `INVALID_RESOURCE` */
export function checkKnown({ statements, hasAccessControl }: OrganizationSettings, permission: Permissions): void {
  if (!hasAccessControl) refuse("MISSING_AC_INSTANCE");
  if (missingPermissions(statements, permission).length > 0) refuse("INVALID_RESOURCE");
}

/** Only permissions that the caller has. @throws {AuthError} the refusal of the caller's guard */
export function checkOwn({ granted, asked }: Membership, permission: Permissions): void {
  const missing = missingPermissions(granted, permission);
  if (missing.length > 0) refuse(asked.denied, { details: { missingPermissions: missing } });
}

/** Roles that are read at a time. */
const batch = 1000;

/** The names of all roles that an organization made. */
export async function namesOf(tx: Transaction, organizationId: string): Promise<string[]> {
  const names: string[] = [];
  for (let last = ""; ; ) {
    const found = await tx.findMany(organizationRoleTable, {
      where: { organizationId, id: { gt: last } },
      columns: ["id", "role"],
      orderBy: [{ column: "id" }],
      limit: batch,
    });
    names.push(...found.map(({ role }) => role));
    if (found.length < batch) return names;
    last = found.at(-1)?.id ?? "";
  }
}

/**
 * A new name differs from all others in more than case and form, under the organization's lock.
 * @throws {AuthError} `ROLE_NAME_IS_ALREADY_TAKEN`
 */
export function checkName({ roles }: OrganizationSettings, others: readonly string[], name: string): void {
  const key = comparable(name);
  if ([...Object.keys(roles), ...others].some((other) => comparable(other) === key))
    refuse("ROLE_NAME_IS_ALREADY_TAKEN");
}

/** The form in which names are compared: without case, and without differences in how a character is written. */
function comparable(name: string): string {
  // Upper case first: it joins letters that have several lower case forms.
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** @throws {AuthError} `ROLE_IS_ASSIGNED_TO_MEMBERS` */
export async function checkUnused(tx: Transaction, { organizationId, role }: OrganizationRoleRow): Promise<void> {
  if (await hasMemberWith(tx, { organizationId }, role)) refuse("ROLE_IS_ASSIGNED_TO_MEMBERS");
}
