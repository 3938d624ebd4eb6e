/** Derives members' roles from the groups that are mapped to roles. */

import type { Transaction } from "@latchkey/core/database";
import { getService, type RequestContext } from "@latchkey/core/plugin";
import { type ScimConnectionRow, type ScimUserRow, scimGroupMemberTable, scimGroupTable } from "../tables.ts";

/** Maximum mapped groups of a user that count. */
const maxGroups = 100;

/**
 * Returns the roles of a user's mapped groups, or `null` if there are none. Roles that no longer exist, make their member
 * an owner, or give control over the organization's roles don't count.
 */
export async function rolesFor(
  tx: Transaction,
  context: RequestContext,
  { organizationId }: ScimConnectionRow,
  scimUserId: string,
): Promise<string | null> {
  const rows = await tx.findMany(scimGroupMemberTable, {
    where: { scimUserId },
    join: { group: { table: scimGroupTable, on: { id: "groupId" }, required: true, where: { role: { ne: null } } } },
    limit: maxGroups,
  });
  const { provisioning } = getService(context, "organizationAccess");
  const roles: string[] = [];
  for (const role of new Set(rows.map(({ group }) => group.role ?? ""))) {
    if (await provisioning.isAssignable(tx, context, organizationId, role)) roles.push(role);
  }
  return roles.length === 0 ? null : roles.sort().join(",");
}

/**
 * Sets a member's role to that of their groups, or to the connection's default if they're in none. Leaves owners and
 * others with control alone, and everyone if no group is mapped.
 * @param always also if no group is mapped, because the last mapping was just removed
 */
export async function syncRole(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  { id, userId }: Pick<ScimUserRow, "id" | "userId">,
  always = false,
): Promise<void> {
  if (userId === null) return;
  const { id: connectionId, organizationId, defaultRole } = connection;
  if (!always && (await tx.count(scimGroupTable, { where: { connectionId, role: { ne: null } } })) === 0) return;
  const { provisioning, members } = getService(context, "organizationAccess");
  const member = await tx.findOne(members, { where: { organizationId, userId } });
  if (!member || !(await provisioning.isAssignable(tx, context, organizationId, member.role))) return;
  const role = (await rolesFor(tx, context, connection, id)) ?? defaultRole;
  if (role === member.role) return;
  const data = { scimConnectionId: connectionId };
  await provisioning.changeRole(tx, context, { organizationId, userId, data }, { role });
}
