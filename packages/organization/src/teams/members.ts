/** Endpoints about team members. */

import { ForeignKeyViolation } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  type InputField,
  input,
  presentUser,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { list } from "@latchkey/core/shapes";
import { activeStores, clearActive } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { organizationSession, requireMember } from "../guards.ts";
import { lockAccount, lockMembership } from "../lock-membership.ts";
import { toActor } from "../members/endpoints.ts";
import { requireAllPermissionsOf } from "../members/rank.ts";
import { maxPageSize, type OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { memberTable, type TeamMemberRow, teamMemberTable, teamTable } from "../tables.ts";
import type { TeamCalls, TeamMember, TeamMemberInput } from "./contract.ts";
import { recordTeamAction } from "./endpoints.ts";
import { messageOutput, teamMemberOutput } from "./outputs.ts";
import { checkTeamCapacity, findTeam, joinTeam, setMainTeam } from "./store.ts";

/** Returns only the declared columns, in case the table has others. */
function presentTeamMember({ id: rowId, teamId, userId, createdAt }: TeamMemberRow): TeamMember {
  return { id: rowId, teamId, userId, createdAt };
}

/** Lists the first 1000 members of a team that the caller is in. */
export function listTeamMembers(settings: OrganizationSettings): EndpointOf<TeamCalls["listTeamMembers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-team-members",
    summary: "List team members",
    input: input.object({ teamId: input.optional(input.id), organizationId: input.optional(input.id) }),
    output: list(teamMemberOutput),
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    errors: pickErrors(["YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM", "TEAM_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]),
    queryBudget: 3,
    async handle({ teamId: named }, context) {
      const { db, user, membership } = context;
      const teamId = named ?? organizationSession(context).activeTeamId ?? failWith("YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM");
      const team = await db.findOne(teamTable, {
        where: { id: teamId, organizationId: membership.organization.id },
        join: { own: { table: teamMemberTable, on: { teamId: "id", userId: { value: user.id } } } },
      });
      if (!team) failWith("TEAM_NOT_FOUND");
      if (!team.own) failWith("USER_IS_NOT_A_MEMBER_OF_THE_TEAM");
      const rows = await db.findMany(teamMemberTable, {
        where: { teamId },
        orderBy: [{ column: "createdAt" }],
        limit: maxPageSize,
      });
      return rows.map(presentTeamMember);
    },
  });
}

const teamMemberInput: InputField<TeamMemberInput> = input.object({
  teamId: input.id,
  userId: input.id,
  organizationId: input.optional(input.id),
});

/** Adds a member of the organization to a team. Does nothing if they're already in it. */
export function addTeamMember(settings: OrganizationSettings): EndpointOf<TeamCalls["addTeamMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/add-team-member",
    summary: "Add a team member",
    changes: activeStores,
    input: teamMemberInput,
    output: teamMemberOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        notMemberStatus: 400,
        permission: ["member", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER",
      }),
    ],
    errors: pickErrors(["TEAM_NOT_FOUND", "TEAM_MEMBER_LIMIT_REACHED"]),
    queryBudget: 9,
    async handle({ teamId, userId }, context) {
      const { user, membership } = context;
      const { organization } = membership;
      const organizationId = organization.id;
      const maxMembers = await settings.teamMemberLimit({ user: presentUser(context, user), organization, teamId });
      const stranger = (cause?: unknown): never =>
        failWith("USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", { status: 400, cause });
      const added = context.db.transaction(async (tx) => {
        await lockMembership(tx, context, settings, membership, "TEAM_NOT_FOUND");
        const { name } = (await findTeam(tx, organizationId, teamId)) ?? failWith("TEAM_NOT_FOUND");
        const isMember = await tx.count(memberTable, { where: { organizationId, userId } });
        if (isMember === 0) stranger();
        const existing = await tx.findOne(teamMemberTable, { where: { teamId, userId } });
        if (existing) return presentTeamMember(existing);
        await checkTeamCapacity(tx, teamId, maxMembers);
        const row = await joinTeam(tx, context, teamId, userId);
        await setMainTeam(tx, { organizationId, userId, teamId: null }, teamId);
        await recordTeamAction(tx, context, "team.member.create", { teamId, name }, userId);
        return presentTeamMember(row);
      });
      // The organization's lock protects the team but not the user's account, which could have just been deleted.
      return added.catch((error: unknown) => {
        if (error instanceof ForeignKeyViolation) return stranger(error);
        throw error;
      });
    },
  });
}

/** Removes a user from a team. They remain in the organization. */
export function removeTeamMember(settings: OrganizationSettings): EndpointOf<TeamCalls["removeTeamMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-team-member",
    summary: "Remove a team member",
    changes: activeStores,
    input: teamMemberInput,
    output: messageOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        notMemberStatus: 400,
        permission: ["member", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER",
      }),
    ],
    errors: pickErrors(["TEAM_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]),
    queryBudget: settings.dynamicRoles ? 12 : 11,
    async handle({ teamId, userId }, context) {
      const organizationId = context.membership.organization.id;
      const { active, membership } = toActor(context);
      const changed = await context.db.transaction(async (tx) => {
        await lockAccount(tx, { userId });
        const actorMembership = await lockMembership(tx, context, settings, membership, "TEAM_NOT_FOUND");
        const { name } = (await findTeam(tx, organizationId, teamId)) ?? failWith("TEAM_NOT_FOUND");
        const member = await tx.findOne(memberTable, { where: { organizationId, userId } });
        if (member) {
          const roles = await rolesOf(context, settings, actorMembership.organization, tx);
          requireAllPermissionsOf(actorMembership, roles, member);
        }
        const removed = await tx.remove(teamMemberTable, { where: { teamId, userId } });
        if (removed === 0) failWith("USER_IS_NOT_A_MEMBER_OF_THE_TEAM");
        await setMainTeam(tx, { organizationId, userId, teamId }, null);
        await recordTeamAction(tx, context, "team.member.delete", { teamId, name }, userId);
        return clearActive(tx, active, userId, { activeTeamId: teamId }, { activeTeamId: null });
      });
      if (changed) syncSessionCookies(context, changed);
      return { message: "Team member removed successfully." };
    },
  });
}
