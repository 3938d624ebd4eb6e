/** Calls that make, change, remove, list and choose teams. */

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
  showSession,
} from "@latchkey/core/plugin";
import { model, nullable } from "@latchkey/core/shapes";
import { chooseActive } from "../active.ts";
import { refuse, someErrors } from "../errors.ts";
import { type OrganizationSession, requireMember, sessionOf } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { name, organizationIdQuery } from "../inputs.ts";
import type { Team } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, teamMemberTable, teamTable } from "../tables.ts";
import type { TeamCalls, TeamChange } from "./contract.ts";
import { messageOutput, teamsOutput } from "./outputs.ts";
import { findTeam, insertTeam, mostTeams, newTeam, teamsOf } from "./store.ts";

/** A team as answers show it. */
export function shownTeam(context: RequestContext, row: object): Team {
  return presentRow(context, "team", row) as unknown as Team;
}

/** Makes a team. */
export function createTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["createTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create-team",
    summary: "Make a team",
    input: input.openObject({ name, organizationId: input.optional(input.id) }),
    output: model("team"),
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION",
        permission: ["team", "create"],
      }),
    ],
    errors: { ...fieldErrors, ...someErrors(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"]) },
    statements: 6,
    async handle(body, context) {
      const { user, membership } = context;
      const { organization } = membership;
      const fields = await readFields(context.settings.fields.team ?? {}, { ...body }, "create");
      const team = newTeam(context, organization.id, body.name, fields);
      const most = await settings.teamLimit({ user: presentUser(context, user), organization });
      await context.db.transaction(async (tx) => {
        await holdMembership(tx, context, settings, membership);
        if (Number.isFinite(most)) {
          const count = await tx.count(teamTable, { where: { organizationId: organization.id } });
          if (count >= most) refuse("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS");
        }
        await insertTeam(tx, team);
        await record(tx, context, "team.create", { teamId: team.id });
      });
      return shownTeam(context, team);
    },
  });
}

type InTeamCall = Parameters<typeof recordAudit>[1] & {
  readonly user: { readonly id: string };
  readonly membership: { readonly organization: { readonly id: string } };
};

/** Records what happened to a team. */
export function record(
  tx: Parameters<typeof recordAudit>[0],
  context: InTeamCall,
  action: string,
  data: Readonly<Record<string, unknown>>,
  userId: string | null = null,
): Promise<void> {
  const organizationId = context.membership.organization.id;
  return recordAudit(tx, context, { action, actorId: context.user.id, userId, organizationId, data });
}

/** An organization's teams, for its members. */
export function listTeams(settings: OrganizationSettings): EndpointOf<TeamCalls["listOrganizationTeams"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-teams",
    summary: "An organization's teams",
    input: organizationIdQuery,
    output: teamsOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    statements: 2,
    async handle(_, context) {
      return (await teamsOf(context.db, context.membership.organization.id)).map((row) => shownTeam(context, row));
    },
  });
}

/** Changes a team's name and the app's own fields. */
export function updateTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["updateTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-team",
    summary: "Change a team",
    input: input.object({
      teamId: input.id,
      data: input.openObject<TeamChange>({ name: input.optional(name) }),
      organizationId: input.optional(input.id),
    }),
    output: model("team"),
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
        permission: ["team", "update"],
      }),
    ],
    errors: { ...fieldErrors, ...someErrors(["TEAM_NOT_FOUND"]) },
    statements: 6,
    async handle({ teamId, data }, context) {
      const own = await readFields(context.settings.fields.team ?? {}, { ...data }, "update");
      const organizationId = context.membership.organization.id;
      const set = { ...own, ...(data.name === undefined ? {} : { name: data.name }), updatedAt: context.now() };
      const team = await context.db.transaction(async (tx) => {
        await holdMembership(tx, context, settings, context.membership, "TEAM_NOT_FOUND");
        const changed = await tx.update(teamTable, { where: { id: teamId, organizationId }, set });
        if (changed === 0) refuse("TEAM_NOT_FOUND");
        await record(tx, context, "team.update", { teamId, fields: Object.keys(set) });
        return findTeam(tx, organizationId, teamId);
      });
      return shownTeam(context, team ?? refuse("TEAM_NOT_FOUND"));
    },
  });
}

/** Removes a team. Refused for every team that the caller is in, and for the last one unless that is allowed. */
export function removeTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["removeTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-team",
    summary: "Remove a team",
    input: input.object({ teamId: input.id, organizationId: input.optional(input.id) }),
    output: messageOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
        permission: ["team", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION",
      }),
    ],
    errors: someErrors(["TEAM_NOT_FOUND", "UNABLE_TO_REMOVE_LAST_TEAM"]),
    statements: 9,
    async handle({ teamId }, context) {
      const organizationId = context.membership.organization.id;
      const userId = context.user.id;
      await context.db.transaction(async (tx) => {
        await holdMembership(tx, context, settings, context.membership, "TEAM_NOT_FOUND");
        const teams = await tx.findMany(teamTable, {
          where: { organizationId, id: { ne: teamId } },
          columns: ["id"],
          limit: 1,
        });
        if (!(await findTeam(tx, organizationId, teamId))) refuse("TEAM_NOT_FOUND");
        const isOwn = (await tx.count(teamMemberTable, { where: { teamId, userId } })) > 0;
        if (isOwn) refuse("YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM");
        if (teams.length === 0 && !settings.allowRemovingAllTeams) refuse("UNABLE_TO_REMOVE_LAST_TEAM");
        await tx.update(memberTable, { where: { organizationId, teamId }, set: { teamId: null } });
        await tx.remove(teamTable, { where: { id: teamId, organizationId } });
        await record(tx, context, "team.delete", { teamId });
      });
      return { message: "Team removed successfully." };
    },
  });
}

/** Chooses one of the caller's teams in the active organization; `null` chooses none. */
export function setActiveTeam(settings: OrganizationSettings): EndpointOf<TeamCalls["setActiveTeam"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/set-active-team",
    summary: "Choose the active team",
    input: input.object({ teamId: input.optional(input.nullable(input.id)) }),
    output: nullable(model("team")),
    guards: [requireMember(settings, { none: "NO_ACTIVE_ORGANIZATION", stranger: "TEAM_NOT_FOUND" })],
    errors: someErrors(["USER_IS_NOT_A_MEMBER_OF_THE_TEAM"], { USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 403 }),
    statements: 4,
    async handle({ teamId }, context) {
      const { session, user, joined, membership, db } = context;
      const active: ActiveSession = { session, user, joined };
      const chosen = teamId === undefined ? sessionOf(active).activeTeamId : teamId;
      const on = { teamId: "id", userId: { value: user.id } };
      const row = chosen
        ? await db.findOne(teamTable, {
            where: { id: chosen, organizationId: membership.organization.id },
            join: { own: { table: teamMemberTable, on } },
          })
        : null;
      if (chosen && !row) refuse("TEAM_NOT_FOUND");
      if (row && !row.own) refuse("USER_IS_NOT_A_MEMBER_OF_THE_TEAM", { status: 403 });
      const activeTeamId = row?.id ?? null;
      if (sessionOf(active).activeTeamId !== activeTeamId) {
        const hold = async (tx: Transaction): Promise<void> => {
          if (!row?.own || (await tx.lock(teamMemberTable, row.own.id))) return;
          refuse("USER_IS_NOT_A_MEMBER_OF_THE_TEAM", { status: 403 });
        };
        const choose = (now: OrganizationSession): { readonly activeTeamId: string | null } => {
          // Another organization was chosen meanwhile: its teams are others.
          if (row && now.activeOrganizationId !== row.organizationId) refuse("TEAM_NOT_FOUND");
          return { activeTeamId };
        };
        showSession(context, await chooseActive(context, active, hold, choose));
      }
      return row && shownTeam(context, row);
    },
  });
}

/** The caller's teams in an organization. Nobody asks for somebody else's. */
export function listUserTeams(settings: OrganizationSettings): EndpointOf<TeamCalls["listUserTeams"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-user-teams",
    summary: "The caller's teams",
    input: input.object({ userId: input.optional(input.id), organizationId: input.optional(input.id) }),
    output: teamsOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION",
      }),
    ],
    statements: 2,
    async handle({ userId }, context) {
      const { user, db, membership } = context;
      if (userId !== undefined && userId !== user.id) refuse("YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION");
      const own = { teamId: "id", userId: { value: user.id } };
      const rows = await db.findMany(teamTable, {
        where: { organizationId: membership.organization.id },
        join: { own: { table: teamMemberTable, on: own, required: true } },
        orderBy: [{ column: "createdAt" }],
        limit: mostTeams,
      });
      return rows.map((row) => shownTeam(context, row));
    },
  });
}
