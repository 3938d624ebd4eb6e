/** Derives members' roles from the groups that are mapped to roles. */

import { joinRoles, roleNames } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  type DirectoryRoles,
  getService,
  type MemberRef,
  type RequestContext,
  type RoleChange,
  userTable,
} from "@latchkey/core/plugin";
import { batches } from "../batches.ts";
import {
  connectionTable,
  type ScimConnectionRow,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserTable,
} from "../tables.ts";

/** Maximum mapped groups that count per user. */
const maxGroups = 100;
/** Groups per query. */
const batchSize = 500;

/** Options for deriving roles. */
export interface RoleSync {
  /** The role of a mapping that was just removed or replaced. `null` if there was none. */
  readonly removed?: string | null;
  /** Throws if the caller can't remove these roles from a member. Default: the caller can remove any role. */
  checkRemoval?(roles: string): Promise<void>;
}

/**
 * Returns the roles that a connection's groups are mapped to. One mapping can have several roles. Sends one query per
 * 500 groups.
 */
export async function mappedRoles(tx: Transaction, connectionId: string): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  for (let last = ""; ; ) {
    const rows = await tx.findMany(scimGroupTable, {
      where: { connectionId, role: { ne: null }, id: { gt: last } },
      columns: ["id", "role"],
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    for (const { role } of rows) if (role !== null) roles.add(role);
    if (rows.length < batchSize) return roles;
    last = rows.at(-1)?.id ?? "";
  }
}

/**
 * Returns the roles of a user's mapped groups, or `null` if there are none. Roles don't count if they no longer exist,
 * make a member an owner, or give control over the organization's roles.
 */
export async function rolesFor(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  scimUserId: string,
): Promise<string | null> {
  const roles = await rolesOfUsers(tx, [scimUserId], createAssignableCheck(tx, context, connection));
  return joinSorted(roles.get(scimUserId) ?? []);
}

/**
 * Returns the new role of someone who joins with a role, such as the invitation's. `null` keeps the role, because no
 * group is mapped, or because the role gives control over the organization's roles.
 */
export async function roleOnJoin(
  tx: Transaction,
  context: AuthContext,
  connection: ScimConnectionRow,
  scimUserId: string,
  member: MemberRef,
): Promise<string | null> {
  const { id, defaultRole } = connection;
  const mapped = await mappedRoles(tx, id);
  const isAssignable = createAssignableCheck(tx, context, connection);
  if (mapped.size === 0 || !(await isAssignable(member.role))) return null;
  const groupRoles = await rolesOfUsers(tx, [scimUserId], isAssignable);
  const managed = new Set([...mapped, defaultRole].flatMap(roleNames));
  return changeOf(member, groupRoles.get(scimUserId) ?? [], managed, defaultRole)?.to ?? null;
}

/**
 * Sets members' roles to those of their groups, or to the connection's default if they're in none. Roles that come from
 * neither a mapping nor the default were assigned manually, so they stay. Doesn't change owners or other members with
 * control over roles. Does nothing if no group is mapped. Sends a few queries per 500 users, and one per changed
 * member.
 */
export async function syncRoles(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  scimUserIds: readonly string[],
  { removed = null, checkRemoval }: RoleSync = {},
): Promise<void> {
  if (scimUserIds.length === 0) return;
  const { id: connectionId, organizationId, defaultRole } = connection;
  const mapped = await mappedRoles(tx, connectionId);
  if (mapped.size === 0 && removed === null) return;
  const { provisioning, members } = getService(context, "organizationAccess");
  const isAssignable = createAssignableCheck(tx, context, connection);
  const managed = new Set([...mapped, removed ?? "", defaultRole].flatMap(roleNames));
  const changes: RoleChange[] = [];
  for (const ids of batches(scimUserIds)) {
    const where = { id: { in: ids }, active: true, userId: { ne: null } };
    const users = await tx.findMany(scimUserTable, { where, columns: ["id", "userId"], limit: ids.length });
    const byUser = new Map(users.map(({ id, userId }) => [userId ?? "", id]));
    if (byUser.size === 0) continue;
    const found = await tx.findMany(members, {
      where: { organizationId, userId: { in: [...byUser.keys()] } },
      limit: byUser.size,
    });
    const groupRoles = await rolesOfUsers(tx, ids, isAssignable);
    for (const member of found) {
      if (!(await isAssignable(member.role))) continue;
      const change = changeOf(member, groupRoles.get(byUser.get(member.userId) ?? "") ?? [], managed, defaultRole);
      if (!change) continue;
      const removedRoles = roleNames(change.from).filter((name) => !roleNames(change.to).includes(name));
      if (removedRoles.length > 0) await checkRemoval?.(joinRoles(removedRoles));
      changes.push(change);
    }
  }
  if (changes.length === 0) return;
  await provisioning.changeRoles(tx, context, { organizationId, data: { scimConnectionId: connectionId } }, changes);
}

function changeOf(
  { userId, role: from }: MemberRef,
  groupRoles: readonly string[],
  managed: ReadonlySet<string>,
  defaultRole: string,
): RoleChange | null {
  const manual = roleNames(from).filter((name) => !managed.has(name));
  const to = joinSorted([...groupRoles, ...manual]) ?? joinSorted(roleNames(defaultRole)) ?? from;
  return joinSorted(roleNames(from)) === to ? null : { userId, from, to };
}

/** Joins the roles in a fixed order, so that equal roles are equal strings. `null` if there are none. */
function joinSorted(roles: readonly string[]): string | null {
  return roles.length === 0 ? null : joinRoles([...new Set(roles)].sort());
}

type IsAssignable = (role: string) => Promise<boolean>;

/**
 * Returns a function that checks whether a directory can assign a role. It caches results, because many members have
 * the same roles.
 */
function createAssignableCheck(
  tx: Transaction,
  context: AuthContext,
  { organizationId }: ScimConnectionRow,
): IsAssignable {
  const { provisioning } = getService(context, "organizationAccess");
  const known = new Map<string, Promise<boolean>>();
  return (role) => {
    const result = known.get(role) ?? provisioning.isAssignable(tx, context, organizationId, role);
    known.set(role, result);
    return result;
  };
}

/**
 * Returns the names of the roles of each user's mapped groups. Users who haven't verified their email get none, because
 * the directory refers to the mailbox's owner, but the app might let other people join with that email.
 */
async function rolesOfUsers(
  tx: Transaction,
  scimUserIds: readonly string[],
  isAssignable: IsAssignable,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const verified = await verifiedAmong(tx, scimUserIds);
  if (verified.length === 0) return new Map();
  const rows = await tx.findMany(scimGroupMemberTable, {
    where: { scimUserId: { in: verified } },
    join: { group: { table: scimGroupTable, on: { id: "groupId" }, required: true, where: { role: { ne: null } } } },
    limit: verified.length * maxGroups,
  });
  const roles = new Map<string, string[]>();
  for (const { scimUserId, group } of rows) {
    const role = group.role ?? "";
    if (await isAssignable(role)) roles.set(scimUserId, [...(roles.get(scimUserId) ?? []), ...roleNames(role)]);
  }
  return roles;
}

async function verifiedAmong(tx: Transaction, scimUserIds: readonly string[]): Promise<readonly string[]> {
  const user = {
    table: userTable,
    on: { id: "userId" },
    required: true,
    columns: ["id"],
    where: { emailVerified: true },
  } as const;
  const where = { id: { in: scimUserIds } };
  const found = await tx.findMany(scimUserTable, { where, columns: ["id"], join: { user }, limit: scimUserIds.length });
  return found.map(({ id }) => id);
}

/** Safety limit. Users are normally in one directory per organization, or in two while they move. */
const maxDirectories = 100;

/** The `directoryRoles` service. */
export const directoryRoles: DirectoryRoles = {
  async managesRoleOf(db, organizationId, userId) {
    const enabled = { organizationId, enabled: true };
    const users = await db.findMany(scimUserTable, {
      where: { userId, active: true },
      columns: ["id", "connectionId"],
      join: { connection: { table: connectionTable, on: { id: "connectionId" }, required: true, where: enabled } },
      limit: maxDirectories,
    });
    if (users.length === 0) return false;
    const connectionId = { in: users.map((user) => user.connectionId) };
    return (await db.count(scimGroupTable, { where: { connectionId, role: { ne: null } } })) > 0;
  },
};
