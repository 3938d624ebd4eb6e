/** An organization keeps its last owner also where the account itself goes, whoever deletes it. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthErrorOptions,
  type RequestContext,
  recordAudit,
  type TableHook,
  tokenTable,
  type UserRemoval,
  userTable,
} from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { isOwner } from "../guards.ts";
import { invitationToken } from "../invitations/secret.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, type OrganizationRow, organizationTable } from "../tables.ts";
import { amongRoles, hasOtherOwner } from "./store.ts";

/** Refuses to delete users without whom an organization would have no owner. The refusal lists those organizations. */
export function keepOwners(settings: OrganizationSettings): TableHook {
  return {
    table: "user",
    operation: "delete",
    async beforeWrite({ rows }, tx) {
      const owned = await lockSolelyOwned(
        tx,
        settings,
        rows.map(({ id }) => id),
      );
      if (owned.length > 0) refuse("YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER", listed(owned));
    },
  };
}

/**
 * Deletes the organizations that the user owns alone, as `removeOrganization` deletes one.
 * @throws {AuthError} `ORGANIZATION_DELETION_DISABLED`, with the organizations
 */
export async function removeSolelyOwnedBy(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { userId, actorId }: UserRemoval,
): Promise<void> {
  const owned = await lockSolelyOwned(tx, settings, [userId]);
  if (owned.length > 0 && !settings.deletion) refuse("ORGANIZATION_DELETION_DISABLED", listed(owned));
  for (const { id, slug } of owned) {
    await tx.remove(organizationTable, { where: { id } });
    await tx.remove(tokenTable, { where: { subject: id, kind: invitationToken.name } });
    await recordAudit(tx, context, { action: "organization.delete", actorId, organizationId: id, data: { slug } });
  }
}

/** Organizations as the refusals list them. */
function listed(owned: readonly OrganizationRow[]): AuthErrorOptions {
  return { details: { organizations: owned.map(({ id, name, slug }) => ({ id, name, slug })) } };
}

/** Locks the users, their memberships and their organizations. Returns the organizations without another owner. */
async function lockSolelyOwned(
  tx: Transaction,
  settings: OrganizationSettings,
  users: readonly string[],
): Promise<OrganizationRow[]> {
  // Always in the same order, here and below, so that two deletions wait for each other instead of deadlocking.
  const userIds = [...users].sort();
  for (const userId of userIds) {
    // From here on the users can't join or create an organization, or become an owner. Writing the value that is already
    // there locks all memberships in one statement.
    await tx.lock(userTable, userId);
    await tx.update(memberTable, { where: { userId }, set: { userId } });
  }
  const alone: OrganizationRow[] = [];
  for (const organizationId of await ownedBy(tx, settings, userIds)) {
    const organization = await tx.lock(organizationTable, organizationId);
    if (organization && !(await hasOtherOwner(tx, settings, organizationId, userIds))) alone.push(organization);
  }
  return alone;
}

/** Most memberships that are read at a time. */
const mostRead = 1000;

/** Ids of the organizations that any of these users owns, in order. */
async function ownedBy(tx: Transaction, settings: OrganizationSettings, userIds: readonly string[]): Promise<string[]> {
  const owned = new Set<string>();
  let last = "";
  for (;;) {
    const further = { userId: { in: userIds }, id: { gt: last } };
    const where = amongRoles(settings.creatorRole).map((role) => ({ ...further, role }));
    const found = await tx.findMany(memberTable, { where, orderBy: [{ column: "id" }], limit: mostRead });
    for (const { organizationId, role } of found) if (isOwner(settings, role)) owned.add(organizationId);
    if (found.length < mostRead) return [...owned].sort();
    last = found.at(-1)?.id ?? "";
  }
}
