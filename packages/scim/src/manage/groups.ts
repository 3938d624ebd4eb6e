/** The call that maps a directory's group to a role and a team. */

import type { Transaction } from "@latchkey/core/database";
import {
  type CallerSession,
  defineEndpoint,
  type EndpointOf,
  getService,
  input,
  type OrganizationScope,
  type RequestContext,
  recordAudit,
  requireManagingCaller,
  type TeamPlan,
} from "@latchkey/core/plugin";
import type { MapScimGroupInput, ScimCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { lockUsers, memberIds } from "../groups/members.ts";
import { syncRoles } from "../groups/roles.ts";
import { createRecorder, planTeam, syncTeam } from "../groups/teams.ts";
import { accountsOf, checkAccounts, lockAccounts, retryStale } from "../locks.ts";
import { groupOutput, presentManagedGroup } from "../outputs.ts";
import { connectionTable, type ScimConnectionRow, type ScimGroupRow, scimGroupTable } from "../tables.ts";
import { checkRank, checkRanks, checkRole, checkTeamPermission, requireScope } from "./access.ts";
import { changeLimit, scimStores } from "./shared.ts";

/** Sets a group's role and team, and updates its members in the same transaction. */
export const mapGroup: EndpointOf<ScimCalls["mapScimGroup"]> = defineEndpoint({
  method: "POST",
  path: "/scim/map-group",
  summary: "Map a directory's group to a role and a team",
  changes: scimStores,
  input: input.object<MapScimGroupInput>({
    groupId: input.id,
    role: input.optional(input.nullable(input.text({ min: 1 }))),
    teamId: input.optional(input.nullable(input.id)),
  }),
  output: groupOutput,
  guards: [requireManagingCaller],
  errors: pickErrors(
    "SCIM_GROUP_NOT_FOUND",
    "SCIM_ROLE_NOT_ALLOWED",
    "SCIM_TEAM_NOT_ALLOWED",
    "SCIM_TEAM_NOT_FOUND",
    "TEAM_MEMBER_LIMIT_REACHED",
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM",
  ),
  rateLimit: changeLimit,
  queryBudget: 40,
  async handle({ groupId, role, teamId }, context) {
    const found = await context.db.findOne(scimGroupTable, {
      where: { id: groupId },
      join: { connection: { table: connectionTable, on: { id: "connectionId" }, required: true } },
    });
    if (!found) return failWith("SCIM_GROUP_NOT_FOUND");
    const { connection } = found;
    const scope = await requireScope(context, connection.organizationId, "update", "SCIM_GROUP_NOT_FOUND");
    if (role) await checkRank(scope, role);
    const plan = teamId ? await requireTeam(context, connection, teamId) : null;
    const map = async (): Promise<ScimGroupRow> => {
      const accounts = await accountsOf(context.db, connection, await memberIds(context.db, groupId));
      return context.db.transaction(async (tx) => {
        await lockAccounts(tx, [...accounts, context.caller?.user.id]);
        await scope.lock(tx);
        const row = (await tx.lock(scimGroupTable, groupId)) ?? failWith("SCIM_GROUP_NOT_FOUND");
        const members = await memberIds(tx, groupId);
        await lockUsers(tx, members);
        await checkAccounts(tx, connection, members, accounts);
        return applyMapping(tx, { context, connection, scope, row }, { role, teamId, plan });
      });
    };
    return presentManagedGroup(await retryStale(map));
  },
});

/** A group's new mapping. `undefined` keeps the current value. */
interface NewMapping extends Pick<MapScimGroupInput, "role" | "teamId"> {
  /** The plan for adding members to the new team. */
  readonly plan: TeamPlan | null;
}

async function applyMapping(
  tx: Transaction,
  mapping: Mapping,
  { role, teamId, plan }: NewMapping,
): Promise<ScimGroupRow> {
  const { context, connection, scope, row } = mapping;
  const { id: groupId, displayName } = row;
  const next = { role: role === undefined ? row.role : role, teamId: teamId === undefined ? row.teamId : teamId };
  await tx.update(scimGroupTable, { where: { id: groupId }, set: next });
  if (role !== undefined) await applyRole(tx, mapping, role);
  if (teamId !== undefined) await applyTeam(tx, mapping, teamId, plan);
  await recordAudit(tx, context, {
    action: "scim.group.map",
    actorId: context.caller?.user.id ?? null,
    organizationId: scope.organizationId,
    data: { scimConnectionId: connection.id, groupId, displayName, ...changesOf(row, next) },
  });
  return { ...row, ...next };
}

/** The group that's being mapped, which is locked. `row` is its state before the change. */
interface Mapping {
  readonly context: RequestContext & CallerSession;
  readonly connection: ScimConnectionRow;
  readonly scope: OrganizationScope;
  readonly row: ScimGroupRow;
}

/** @throws {AuthError} `SCIM_TEAM_NOT_FOUND` if it doesn't exist, belongs to another organization, or teams are off */
async function requireTeam(
  context: RequestContext & CallerSession,
  connection: ScimConnectionRow,
  teamId: string,
): Promise<TeamPlan> {
  const actorId = context.caller?.user.id ?? connection.createdBy;
  return (await planTeam(context, connection, teamId, actorId)) ?? failWith("SCIM_TEAM_NOT_FOUND");
}

/** @throws {AuthError} `SCIM_ROLE_NOT_ALLOWED` */
async function applyRole(
  tx: Transaction,
  { context, connection, scope, row }: Mapping,
  role: string | null,
): Promise<void> {
  // Members lose the replaced role, so this requires the same permissions as assigning it.
  const roles = [row.role, role].filter((one) => one !== null);
  await checkRanks(tx, scope, roles);
  if (role !== null) await checkRole(tx, context, scope, role);
  await syncRoles(tx, context, connection, await memberIds(tx, row.id), {
    removed: row.role,
    checkRemoval: (roles) => checkRanks(tx, scope, [roles]),
  });
}

/** @throws {AuthError} `SCIM_TEAM_NOT_ALLOWED`, `SCIM_TEAM_NOT_FOUND`, `SCIM_ROLE_NOT_ALLOWED`, `TEAM_MEMBER_LIMIT_REACHED` */
async function applyTeam(
  tx: Transaction,
  { context, connection, scope, row }: Mapping,
  teamId: string | null,
  plan: TeamPlan | null,
): Promise<void> {
  const { teams, members } = getService(context, "organizationAccess");
  const { organizationId } = scope;
  const ids = await memberIds(tx, row.id);
  const actorId = context.caller?.user.id ?? null;
  const shared = { actorId, record: createRecorder(context) };
  if (row.teamId !== null && row.teamId !== teamId) {
    checkTeamPermission(scope, "delete");
    await syncTeam(tx, context, connection, ids, {
      ...shared,
      teamId: row.teamId,
      plan: null,
      // Removing members manually follows the same rule: the caller must have all of the members' permissions.
      async checkLeaving(userIds) {
        const where = { organizationId, userId: { in: userIds } };
        const found = await tx.findMany(members, { where, limit: userIds.length });
        await checkRanks(tx, scope, new Set(found.map(({ role }) => role)));
      },
    });
  }
  if (teamId === null) return;
  checkTeamPermission(scope, "update");
  // The team might have been deleted since the plan was made.
  if (!(await teams?.exists(tx, organizationId, teamId))) failWith("SCIM_TEAM_NOT_FOUND");
  const refuseFull = (): never => failWith("TEAM_MEMBER_LIMIT_REACHED");
  await syncTeam(tx, context, connection, ids, { ...shared, teamId, plan, refuseFull });
}

/** Returns the changes for the audit log: roles as `from` and `to`, and teams if they change. */
function changesOf(
  before: Pick<ScimGroupRow, "role" | "teamId">,
  after: Pick<ScimGroupRow, "role" | "teamId">,
): Readonly<Record<string, unknown>> {
  const teams = before.teamId === after.teamId ? {} : { fromTeam: before.teamId, toTeam: after.teamId };
  return { from: before.role, to: after.role, ...teams };
}
