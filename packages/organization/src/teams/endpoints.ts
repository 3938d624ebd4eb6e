/** Endpoints that create, change, remove, list, and activate teams. */

import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  type EndpointOf,
  fieldErrors,
  input,
  presentRow,
  presentUser,
  type RequestContext,
  readFields,
  recordAudit,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { model, nullable } from "@latchkey/core/shapes";
import { activeStores, setActive } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { type OrganizationSession, organizationSession, requireMember } from "../guards.ts";
import { name, organizationIdQuery } from "../inputs.ts";
import { lockMembership } from "../lock-membership.ts";
import type { Team } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, teamMemberTable, teamTable } from "../tables.ts";
import type { TeamCalls, TeamChange } from "./contract.ts";
import { messageOutput, teamsOutput } from "./outputs.ts";
import { findTeam, findTeams, insertTeam, maxTeams, newTeam } from "./store.ts";

/** Returns a team as responses show it. */
export function presentTeam(context: RequestContext, row: Team): Team {
  return presentRow<Team>(context, "team", row);
}

/** Creates a team. */
export function createTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["createTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create-team",
    summary: "Create a team",
    changes: activeStores,
    input: input.openObject({ name, organizationId: input.optional(input.id) }),
    output: model("team"),
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION",
        permission: ["team", "create"],
      }),
    ],
    errors: { ...fieldErrors, ...pickErrors(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"]) },
    queryBudget: 6,
    async handle(body, context) {
      const { user, membership } = context;
      const { organization } = membership;
      const fields = await readFields(context.settings.fields.team ?? {}, { ...body }, "create");
      const team = newTeam(context, organization.id, body.name, fields);
      const maxTeams = await settings.teamLimit({ user: presentUser(context, user), organization });
      await context.db.transaction(async (tx) => {
        await lockMembership(tx, context, settings, membership);
        if (Number.isFinite(maxTeams)) {
          const count = await tx.count(teamTable, { where: { organizationId: organization.id } });
          if (count >= maxTeams) failWith("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS");
        }
        await insertTeam(tx, team);
        await recordTeamAction(tx, context, "team.create", { teamId: team.id, name: team.name });
      });
      return presentTeam(context, team);
    },
  });
}

type TeamCallContext = Parameters<typeof recordAudit>[1] & {
  readonly user: { readonly id: string };
  readonly membership: { readonly organization: { readonly id: string } };
};

/** Records an action on a team in the audit log. */
export function recordTeamAction(
  tx: Parameters<typeof recordAudit>[0],
  context: TeamCallContext,
  action: string,
  data: Readonly<Record<string, unknown>>,
  userId: string | null = null,
): Promise<void> {
  const organizationId = context.membership.organization.id;
  return recordAudit(tx, context, { action, actorId: context.user.id, userId, organizationId, data });
}

/** Lists an organization's teams for its members. */
export function listTeams(settings: OrganizationSettings): EndpointOf<TeamCalls["listOrganizationTeams"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-teams",
    summary: "List teams",
    input: organizationIdQuery,
    output: teamsOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    queryBudget: 2,
    async handle(_, context) {
      return (await findTeams(context.db, context.membership.organization.id)).map((row) => presentTeam(context, row));
    },
  });
}

/** Changes a team's name and the app's custom fields. */
export function updateTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["updateTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-team",
    summary: "Update a team",
    changes: activeStores,
    input: input.object({
      teamId: input.id,
      data: input.openObject<TeamChange>({ name: input.optional(name) }),
      organizationId: input.optional(input.id),
    }),
    output: model("team"),
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
        permission: ["team", "update"],
      }),
    ],
    errors: { ...fieldErrors, ...pickErrors(["TEAM_NOT_FOUND"]) },
    queryBudget: 6,
    async handle({ teamId, data }, context) {
      const own = await readFields(context.settings.fields.team ?? {}, { ...data }, "update");
      const organizationId = context.membership.organization.id;
      const set = { ...own, ...(data.name === undefined ? {} : { name: data.name }), updatedAt: context.now() };
      const team = await context.db.transaction(async (tx) => {
        await lockMembership(tx, context, settings, context.membership, "TEAM_NOT_FOUND");
        const changed = await tx.update(teamTable, { where: { id: teamId, organizationId }, set });
        if (changed === 0) failWith("TEAM_NOT_FOUND");
        const updated = await findTeam(tx, organizationId, teamId);
        await recordTeamAction(tx, context, "team.update", { teamId, name: updated?.name, fields: Object.keys(set) });
        return updated;
      });
      return presentTeam(context, team ?? failWith("TEAM_NOT_FOUND"));
    },
  });
}

/**
 * Removes a team. Fails for a team that the caller is in, and for the last team unless `allowRemovingAllTeams` is set.
 */
export function removeTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["removeTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-team",
    summary: "Delete a team",
    changes: activeStores,
    input: input.object({ teamId: input.id, organizationId: input.optional(input.id) }),
    output: messageOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
        permission: ["team", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION",
      }),
    ],
    errors: pickErrors(["TEAM_NOT_FOUND", "UNABLE_TO_REMOVE_LAST_TEAM"]),
    queryBudget: 9,
    async handle({ teamId }, context) {
      const organizationId = context.membership.organization.id;
      const userId = context.user.id;
      await context.db.transaction(async (tx) => {
        await lockMembership(tx, context, settings, context.membership, "TEAM_NOT_FOUND");
        const teams = await tx.findMany(teamTable, {
          where: { organizationId, id: { ne: teamId } },
          columns: ["id"],
          limit: 1,
        });
        const { name } = (await findTeam(tx, organizationId, teamId)) ?? failWith("TEAM_NOT_FOUND");
        const isOwn = (await tx.count(teamMemberTable, { where: { teamId, userId } })) > 0;
        if (isOwn) failWith("YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM");
        if (teams.length === 0 && !settings.allowRemovingAllTeams) failWith("UNABLE_TO_REMOVE_LAST_TEAM");
        await tx.update(memberTable, { where: { organizationId, teamId }, set: { teamId: null } });
        await tx.remove(teamTable, { where: { id: teamId, organizationId } });
        await recordTeamAction(tx, context, "team.delete", { teamId, name });
      });
      return { message: "Team removed successfully." };
    },
  });
}

/** Sets the active team, which must be one of the caller's teams in the active organization. `null` clears it. */
export function setActiveTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["setActiveTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/set-active-team",
    summary: "Set the active team",
    changes: ["session", ...activeStores],
    input: input.object({ teamId: input.optional(input.nullable(input.id)) }),
    output: nullable(model("team")),
    guards: [requireMember(settings, { noOrganization: "NO_ACTIVE_ORGANIZATION", notMember: "TEAM_NOT_FOUND" })],
    errors: pickErrors(["USER_IS_NOT_A_MEMBER_OF_THE_TEAM"], { USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 403 }),
    queryBudget: 4,
    async handle({ teamId }, context) {
      const { session, user, membership, db } = context;
      const active: ActiveSession = { session, user };
      const selectedId = teamId === undefined ? organizationSession(active).activeTeamId : teamId;
      const on = { teamId: "id", userId: { value: user.id } };
      const row = selectedId
        ? await db.findOne(teamTable, {
            where: { id: selectedId, organizationId: membership.organization.id },
            join: { own: { table: teamMemberTable, on } },
          })
        : null;
      if (selectedId && !row) failWith("TEAM_NOT_FOUND");
      if (row && !row.own) failWith("USER_IS_NOT_A_MEMBER_OF_THE_TEAM", { status: 403 });
      const activeTeamId = row?.id ?? null;
      if (organizationSession(active).activeTeamId !== activeTeamId) {
        const lock = async (tx: Transaction): Promise<void> => {
          if (!row?.own || (await tx.lock(teamMemberTable, row.own.id))) return;
          failWith("USER_IS_NOT_A_MEMBER_OF_THE_TEAM", { status: 403 });
        };
        const select = (session: OrganizationSession): { readonly activeTeamId: string | null } => {
          // Another organization was activated meanwhile, so this team is in a different one.
          if (row && session.activeOrganizationId !== row.organizationId) failWith("TEAM_NOT_FOUND");
          return { activeTeamId };
        };
        syncSessionCookies(context, await setActive(context, active, lock, select));
      }
      return row && presentTeam(context, row);
    },
  });
}

/** Lists the caller's teams in an organization. The teams of other users can't be listed. */
export function listUserTeams(settings: OrganizationSettings): EndpointOf<TeamCalls["listUserTeams"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-user-teams",
    summary: "List the caller's teams",
    input: input.object({ userId: input.optional(input.id), organizationId: input.optional(input.id) }),
    output: teamsOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    queryBudget: 2,
    async handle({ userId }, context) {
      const { user, db, membership } = context;
      if (userId !== undefined && userId !== user.id) failWith("YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION");
      const own = { teamId: "id", userId: { value: user.id } };
      const rows = await db.findMany(teamTable, {
        where: { organizationId: membership.organization.id },
        join: { own: { table: teamMemberTable, on: own, required: true } },
        orderBy: [{ column: "createdAt" }],
        limit: maxTeams,
      });
      return rows.map((row) => presentTeam(context, row));
    },
  });
}
