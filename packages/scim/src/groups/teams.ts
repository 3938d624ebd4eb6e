/** Keeps teams in sync with the groups that are mapped to them. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  getService,
  type RequestContext,
  recordAudit,
  type TableHook,
  type TeamChange,
  type TeamPlan,
  userTable,
} from "@latchkey/core/plugin";
import { batches } from "../batches.ts";
import { refuse } from "../errors.ts";
import {
  type ScimConnectionRow,
  type ScimGroupRow,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserTable,
} from "../tables.ts";

/** Options for syncing a team with its groups. */
export interface TeamSync extends Pick<TeamChange, "actorId" | "record"> {
  readonly teamId: string;
  /** The plan for adding members. `null` only removes members. */
  readonly plan: TeamPlan | null;
  /**
   * Throws the error for a team that doesn't have room for everyone. Default: as many users join as there's room for.
   */
  readonly refuseFull?: () => never;
  /** Throws if the caller can't remove these users from the team. Default: the caller can remove anyone. */
  checkLeaving?(userIds: readonly string[]): Promise<void>;
}

/** Maximum teams that a user's groups are mapped to. A safety limit that no directory reaches. */
const maxTeams = 1000;

/**
 * Prepares adding members to a team. Call it before the transaction. Returns `null` if teams are off or the team
 * doesn't exist.
 */
export async function planTeam(
  context: AuthContext,
  { organizationId, createdBy }: ScimConnectionRow,
  teamId: string | null,
  actorId: string | null = createdBy,
): Promise<TeamPlan | null> {
  const { teams } = getService(context, "organizationAccess");
  if (teamId === null || !teams) return null;
  return teams.prepare(context, organizationId, teamId, actorId);
}

/**
 * Syncs a group's team, for a request from the directory.
 * @param plan the plan for the team. `null` only removes members.
 * @throws {AuthError} `SCIM_LIMIT_REACHED`
 */
export async function syncTeamOfGroup(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  { teamId }: Pick<ScimGroupRow, "teamId">,
  plan: TeamPlan | null,
  scimUserIds: readonly string[],
): Promise<void> {
  if (teamId === null || scimUserIds.length === 0) return;
  await syncTeam(tx, context, connection, scimUserIds, {
    teamId,
    plan,
    record: createRecorder(context),
    refuseFull: () => refuse("SCIM_LIMIT_REACHED", "The team that the group is mapped to is full"),
  });
}

/**
 * Adds a directory's users to a team if one of their groups is mapped to it, and removes them otherwise. Deactivated
 * users aren't added, because they're suspended. Sends a few queries per 500 users.
 */
export async function syncTeam(
  tx: Transaction,
  context: AuthContext,
  connection: ScimConnectionRow,
  scimUserIds: readonly string[],
  sync: TeamSync,
): Promise<void> {
  for (const ids of batches(scimUserIds)) {
    const where = { id: { in: ids }, userId: { ne: null } };
    const users = await tx.findMany(scimUserTable, { where, columns: ["id", "userId"], limit: ids.length });
    await syncTeamOfUsers(
      tx,
      context,
      connection,
      users.map(({ userId }) => userId ?? ""),
      sync,
    );
  }
}

/** Like {@link syncTeam}, but for at most 500 of the app's users. */
export async function syncTeamOfUsers(
  tx: Transaction,
  context: AuthContext,
  { id: scimConnectionId, organizationId }: ScimConnectionRow,
  userIds: readonly string[],
  { teamId, plan, actorId = null, record, refuseFull, checkLeaving }: TeamSync,
): Promise<void> {
  const { teams } = getService(context, "organizationAccess");
  if (!teams || userIds.length === 0) return;
  const { joining, staying } = await findTeamUsers(tx, teamId, userIds);
  const leaving = userIds.filter((userId) => !staying.has(userId));
  const change = { actorId, record, data: { scimConnectionId } };
  if (leaving.length > 0) {
    await checkLeaving?.(leaving);
    await teams.leave(tx, { organizationId, teamId }, { ...change, userIds: leaving });
  }
  if (plan && joining.length > 0) await teams.join(tx, context, plan, { ...change, userIds: joining, refuseFull });
}

/**
 * Finds which of these users are in a group that's mapped to the team, in any directory of the organization. Users who
 * haven't verified their email don't count.
 */
async function findTeamUsers(
  tx: Transaction,
  teamId: string,
  userIds: readonly string[],
): Promise<{ readonly joining: readonly string[]; readonly staying: ReadonlySet<string> }> {
  const rows = await tx.findMany(scimUserTable, {
    where: { userId: { in: userIds } },
    join: {
      user: { table: userTable, on: { id: "userId" }, required: true, columns: ["id"], where: { emailVerified: true } },
    },
    limit: userIds.length * maxTeams,
  });
  const byId = new Map(rows.map(({ id, userId, active }) => [id, { userId: userId ?? "", active }]));
  const joining = new Set<string>();
  const staying = new Set<string>();
  for (const ids of batches([...byId.keys()])) {
    const found = await tx.findMany(scimGroupMemberTable, {
      where: { scimUserId: { in: ids } },
      join: {
        group: { table: scimGroupTable, on: { id: "groupId" }, required: true, columns: ["id"], where: { teamId } },
      },
      limit: ids.length * maxTeams,
    });
    for (const { scimUserId } of found) {
      const { userId = "", active = false } = byId.get(scimUserId) ?? {};
      staying.add(userId);
      if (active) joining.add(userId);
    }
  }
  return { joining: [...joining], staying };
}

/** Returns the teams that a user's groups are mapped to. Sends one query. */
export async function teamsOf(db: Transaction | AuthContext["db"], scimUserId: string): Promise<readonly string[]> {
  const group = {
    table: scimGroupTable,
    on: { id: "groupId" },
    required: true,
    where: { teamId: { ne: null } },
  } as const;
  const rows = await db.findMany(scimGroupMemberTable, { where: { scimUserId }, join: { group }, limit: maxTeams });
  return [...new Set(rows.map(({ group: { teamId } }) => teamId ?? ""))].sort();
}

/** Whether one of the connection's groups is mapped to a team. Sends one query. */
export async function hasTeams(tx: Transaction, connectionId: string): Promise<boolean> {
  return (await tx.count(scimGroupTable, { where: { connectionId, teamId: { ne: null } } })) > 0;
}

/** Returns a function that writes audit log entries on behalf of a request. */
export function createRecorder(context: RequestContext): TeamChange["record"] {
  return (tx, entry) => recordAudit(tx, context, entry);
}

/** Unmaps groups when their team is deleted. */
export const unmapDeletedTeams: TableHook = {
  table: "team",
  operation: "delete",
  async inTransaction({ rows }, tx) {
    const where = { teamId: { in: rows.map(({ id }) => id) } };
    await tx.update(scimGroupTable, { where, set: { teamId: null } });
  },
};
