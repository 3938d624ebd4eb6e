/** Ensures that organizations keep an owner when user accounts are deleted. */

import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  type AuthErrorOptions,
  type RequestContext,
  recordAudit,
  type TableHook,
  tokenTable,
  type UserRemoval,
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { isOwner } from "../guards.ts";
import { invitationToken } from "../invitations/secret.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, notSuspended, type OrganizationRow, organizationTable } from "../tables.ts";
import { hasOtherOwner, roleConditions } from "./store.ts";

/** Prevents deleting users who are the only owners of organizations. The error lists those organizations. */
export function preventOwnerlessOrganizations(settings: OrganizationSettings): TableHook {
  return {
    table: "user",
    operation: "delete",
    async beforeWrite({ rows }, tx) {
      const owned = await lockSolelyOwned(
        tx,
        settings,
        rows.map(({ id }) => id),
      );
      if (owned.length > 0) failWith("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER", organizationDetails(owned));
    },
  };
}

/**
 * Deletes the organizations that only this user owns, like `removeOrganization`.
 * @throws {AuthError} `ORGANIZATION_DELETION_DISABLED`, with the organizations
 */
export async function removeSolelyOwnedBy(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { userId, actorId }: UserRemoval,
): Promise<void> {
  const owned = await lockSolelyOwned(tx, settings, [userId]);
  if (owned.length > 0 && !settings.allowDeletion)
    failWith("ORGANIZATION_DELETION_DISABLED", organizationDetails(owned));
  for (const { id, slug } of owned) {
    await tx.remove(organizationTable, { where: { id } });
    await tx.remove(tokenTable, { where: { subject: id, kind: invitationToken.name } });
    await recordAudit(tx, context, { action: "organization.delete", actorId, organizationId: id, data: { slug } });
  }
}

/** Maximum members to check. The condition on the roles also matches similar names, so not all of them are owners. */
const maxOwners = 100;

/** Returns the user id of an organization's first owner who isn't suspended, or `null`. One query. */
export async function findOwner(
  db: Adapter,
  settings: OrganizationSettings,
  organizationId: string,
): Promise<string | null> {
  const owners = await db.findMany(memberTable, {
    where: roleConditions(settings.creatorRole).map((role) => ({ organizationId, ...notSuspended, role })),
    columns: ["id", "userId", "role"],
    orderBy: [{ column: "createdAt" }],
    limit: maxOwners,
  });
  return owners.find(({ role }) => isOwner(settings, role))?.userId ?? null;
}

/** The organizations as error details list them. */
function organizationDetails(owned: readonly OrganizationRow[]): AuthErrorOptions {
  return { details: { organizations: owned.map(({ id, name, slug }) => ({ id, name, slug })) } };
}

/** Locks the users, their memberships, and their organizations, and returns the organizations without another owner. */
async function lockSolelyOwned(
  tx: Transaction,
  settings: OrganizationSettings,
  users: readonly string[],
): Promise<OrganizationRow[]> {
  // Lock in a fixed order here and below, so that two deletions wait for each other instead of deadlocking.
  const userIds = [...users].sort();
  for (const userId of userIds) {
    // From now on the users can't join or create an organization, or become an owner. Writing the same value again
    // locks all of their memberships in one query.
    await tx.lock(userTable, userId);
    await tx.update(memberTable, { where: { userId }, set: { userId } });
  }
  const solelyOwned: OrganizationRow[] = [];
  for (const organizationId of await findOwnedOrganizationIds(tx, settings, userIds)) {
    const organization = await tx.lock(organizationTable, organizationId);
    if (organization && !(await hasOtherOwner(tx, settings, organizationId, userIds))) solelyOwned.push(organization);
  }
  return solelyOwned;
}

/** Memberships per query. */
const batchSize = 1000;

/** Returns the sorted ids of the organizations that any of these users owns. */
async function findOwnedOrganizationIds(
  tx: Transaction,
  settings: OrganizationSettings,
  userIds: readonly string[],
): Promise<string[]> {
  const owned = new Set<string>();
  let last = "";
  for (;;) {
    const further = { userId: { in: userIds }, id: { gt: last } };
    const where = roleConditions(settings.creatorRole).map((role) => ({ ...further, role }));
    const found = await tx.findMany(memberTable, { where, orderBy: [{ column: "id" }], limit: batchSize });
    for (const { organizationId, role } of found) if (isOwner(settings, role)) owned.add(organizationId);
    if (found.length < batchSize) return [...owned].sort();
    last = found.at(-1)?.id ?? "";
  }
}
