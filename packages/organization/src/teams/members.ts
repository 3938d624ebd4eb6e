/** Calls about who is in a team. */

import { ForeignKeyViolation } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  type InputField,
  input,
  presentUser,
  showSession,
} from "@latchkey/core/plugin";
import { list } from "@latchkey/core/shapes";
import { forgetActive } from "../active.ts";
import { refuse, someErrors } from "../errors.ts";
import { requireMember, sessionOf } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { actorOf } from "../members/endpoints.ts";
import { requireRank } from "../members/rank.ts";
import { longestPage, type OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { memberTable, type TeamMemberRow, teamMemberTable, teamTable } from "../tables.ts";
import type { TeamCalls, TeamMember, TeamMemberInput } from "./contract.ts";
import { record } from "./endpoints.ts";
import { messageOutput, teamMemberOutput } from "./outputs.ts";
import { checkRoom, findTeam, joinTeam, setMainTeam } from "./store.ts";

/** Declared columns alone, whatever the table has been given besides. */
function shownTeamMember({ id: rowId, teamId, userId, createdAt }: TeamMemberRow): TeamMember {
  return { id: rowId, teamId, userId, createdAt };
}

/** Who is in a team, for those who are in it: the first thousand. */
export function listTeamMembers(settings: OrganizationSettings): EndpointOf<TeamCalls["listTeamMembers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-team-members",
    summary: "Members of a team",
    input: input.object({ teamId: input.optional(input.id), organizationId: input.optional(input.id) }),
    output: list(teamMemberOutput),
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    errors: someErrors(["YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM", "TEAM_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]),
    statements: 3,
    async handle({ teamId: named }, context) {
      const { db, user, membership } = context;
      const teamId = named ?? sessionOf(context).activeTeamId ?? refuse("YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM");
      const team = await db.findOne(teamTable, {
        where: { id: teamId, organizationId: membership.organization.id },
        join: { own: { table: teamMemberTable, on: { teamId: "id", userId: { value: user.id } } } },
      });
      if (!team) refuse("TEAM_NOT_FOUND");
      if (!team.own) refuse("USER_IS_NOT_A_MEMBER_OF_THE_TEAM");
      const rows = await db.findMany(teamMemberTable, {
        where: { teamId },
        orderBy: [{ column: "createdAt" }],
        limit: longestPage,
      });
      return rows.map(shownTeamMember);
    },
  });
}

const teamMemberInput: InputField<TeamMemberInput> = input.object({
  teamId: input.id,
  userId: input.id,
  organizationId: input.optional(input.id),
});

/** Puts a member of the organization into one of its teams. Who is in it stays in it. */
export function addTeamMember(settings: OrganizationSettings): EndpointOf<TeamCalls["addTeamMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/add-team-member",
    summary: "Put a member into a team",
    input: teamMemberInput,
    output: teamMemberOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        strangerStatus: 400,
        permission: ["member", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER",
      }),
    ],
    errors: someErrors(["TEAM_NOT_FOUND", "TEAM_MEMBER_LIMIT_REACHED"]),
    statements: 9,
    async handle({ teamId, userId }, context) {
      const { user, membership } = context;
      const { organization } = membership;
      const organizationId = organization.id;
      const most = await settings.teamMemberLimit({ user: presentUser(context, user), organization, teamId });
      const stranger = (cause?: unknown): never =>
        refuse("USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", { status: 400, cause });
      const added = context.db.transaction(async (tx) => {
        await holdMembership(tx, context, settings, membership, "TEAM_NOT_FOUND");
        if (!(await findTeam(tx, organizationId, teamId))) refuse("TEAM_NOT_FOUND");
        const isMember = await tx.count(memberTable, { where: { organizationId, userId } });
        if (isMember === 0) stranger();
        const present = await tx.findOne(teamMemberTable, { where: { teamId, userId } });
        if (present) return shownTeamMember(present);
        await checkRoom(tx, teamId, most);
        const row = await joinTeam(tx, context, teamId, userId);
        await setMainTeam(tx, { organizationId, userId, teamId: null }, teamId);
        await record(tx, context, "team.member.create", { teamId }, userId);
        return shownTeamMember(row);
      });
      // The team is held by the organization's lock; their account is not, and may just have ended.
      return added.catch((error: unknown) => {
        if (error instanceof ForeignKeyViolation) return stranger(error);
        throw error;
      });
    },
  });
}

/** Takes somebody out of a team. They stay in the organization. */
export function removeTeamMember(settings: OrganizationSettings): EndpointOf<TeamCalls["removeTeamMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-team-member",
    summary: "Take a member out of a team",
    input: teamMemberInput,
    output: messageOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        strangerStatus: 400,
        permission: ["member", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER",
      }),
    ],
    errors: someErrors(["TEAM_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]),
    statements: settings.dynamicRoles ? 11 : 10,
    async handle({ teamId, userId }, context) {
      const organizationId = context.membership.organization.id;
      const { active, membership } = actorOf(context);
      const changed = await context.db.transaction(async (tx) => {
        const own = await holdMembership(tx, context, settings, membership, "TEAM_NOT_FOUND");
        if (!(await findTeam(tx, organizationId, teamId))) refuse("TEAM_NOT_FOUND");
        const member = await tx.findOne(memberTable, { where: { organizationId, userId } });
        if (member) {
          const roles = await rolesOf(context, settings, own.organization, tx);
          requireRank(own, roles, member);
        }
        const removed = await tx.remove(teamMemberTable, { where: { teamId, userId } });
        if (removed === 0) refuse("USER_IS_NOT_A_MEMBER_OF_THE_TEAM");
        await setMainTeam(tx, { organizationId, userId, teamId }, null);
        await record(tx, context, "team.member.delete", { teamId }, userId);
        return forgetActive(tx, active, userId, { activeTeamId: teamId }, { activeTeamId: null });
      });
      if (changed) showSession(context, changed);
      return { message: "Team member removed successfully." };
    },
  });
}
