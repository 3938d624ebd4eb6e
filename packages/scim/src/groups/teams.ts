/** Keeps teams in step with the groups that are mapped to them. */

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

/** How a team is brought in step with its groups. */
export interface TeamSync extends Pick<TeamChange, "actorId" | "record"> {
  readonly teamId: string;
  /** What adding members needs. `null`: members only leave. */
  readonly plan: TeamPlan | null;
  /** Throws if the team is too full for everyone. Default: as many join as there's room for. */
  readonly refuseFull?: () => never;
  /** Checks whether the caller can take these users out of the team. Default: they can. */
  checkLeaving?(userIds: readonly string[]): Promise<void>;
}

/** The teams that a user's groups are mapped to: more than any directory has. */
const maxTeams = 1000;

/** Reads what adding members to a team needs, before the transaction. `null`: teams are off, or it doesn't exist. */
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
 * Changes who's in a group's team, for the directory's request.
 * @param plan of the team. `null`: members only leave.
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
    record: recordIn(context),
    refuseFull: () => refuse("SCIM_LIMIT_REACHED", "The team that the group is mapped to is full"),
  });
}

/**
 * Adds the users of a directory to a team who are in a group that's mapped to it, and removes those who are in none. Users
 * who are turned off stay where they are, because they're suspended. A few queries per 500 users.
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

/** Like {@link syncTeam}, for at most 500 users of the app. */
export async function syncTeamOfUsers(
  tx: Transaction,
  context: AuthContext,
  { id: scimConnectionId, organizationId }: ScimConnectionRow,
  userIds: readonly string[],
  { teamId, plan, actorId = null, record, refuseFull, checkLeaving }: TeamSync,
): Promise<void> {
  const { teams } = getService(context, "organizationAccess");
  if (!teams || userIds.length === 0) return;
  const { joining, staying } = await inGroupsOf(tx, teamId, userIds);
  const leaving = userIds.filter((userId) => !staying.has(userId));
  const change = { actorId, record, data: { scimConnectionId } };
  if (leaving.length > 0) {
    await checkLeaving?.(leaving);
    await teams.leave(tx, { organizationId, teamId }, { ...change, userIds: leaving });
  }
  if (plan && joining.length > 0) await teams.join(tx, context, plan, { ...change, userIds: joining, refuseFull });
}

/**
 * Finds out who of these users is in a group that's mapped to the team, in any directory of the organization. Those who
 * haven't verified their email are in none.
 */
async function inGroupsOf(
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

/** Returns the teams that the groups of a user are mapped to. One query. */
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

/** Whether a group of the connection is mapped to a team. One query. */
export async function hasTeams(tx: Transaction, connectionId: string): Promise<boolean> {
  return (await tx.count(scimGroupTable, { where: { connectionId, teamId: { ne: null } } })) > 0;
}

/** Writes audit log entries in the name of a request. */
export function recordIn(context: RequestContext): TeamChange["record"] {
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
