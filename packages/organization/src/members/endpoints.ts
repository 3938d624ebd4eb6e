/** Endpoints about members. */

import { joinRoles } from "@latchkey/core/access";
import {
  type ActiveSession,
  checkNotGuest,
  defineEndpoint,
  type EndpointOf,
  fieldErrors,
  findUser,
  guestErrors,
  impersonationErrors,
  input,
  normalizeEmail,
  presentRow,
  presentUser,
  type RequestContext,
  readFields,
  readSession,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { activeStores } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { isGranted, type Membership, organizationSession, requireMember, type WithMembership } from "../guards.ts";
import { organizationInput, roles, slugQuery } from "../inputs.ts";
import type { Member } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import { findTeam } from "../teams/store.ts";
import type { MemberCalls, MemberWithUser } from "./contract.ts";
import { findMemberPage, listMembersInput, type MemberWithUserRow } from "./list.ts";
import {
  activeMemberOutput,
  memberPageOutput,
  memberRoleOutput,
  memberWithUserOutput,
  removedMemberOutput,
} from "./outputs.ts";
import { leave, removeMember } from "./remove.ts";
import { addMember, changeRole, makeOwner } from "./store.ts";

/** Returns a member as responses show it. */
export function presentMember(context: RequestContext, row: Member): Member {
  return presentRow<Member>(context, "member", row);
}

/** Returns a member with their user. @param namesOnly hides the email */
export function presentMemberWithUser(
  context: RequestContext,
  row: MemberWithUserRow,
  namesOnly: boolean,
): MemberWithUser {
  const { id: userId, name, email, image } = row.user;
  return { ...presentMember(context, row), user: { id: userId, name, email: namesOnly ? null : email, image } };
}

/** Whether the caller sees only names: the app hides emails, and the caller has no permission to manage members. */
export function seesNamesOnly({ namesOnly }: OrganizationSettings, { granted }: Membership): boolean {
  return (
    namesOnly && !(["create", "update", "delete"] as const).some((action) => isGranted(granted, ["member", action]))
  );
}

/** Returns the caller's membership in the active organization, with the permissions of custom roles too. */
export function getActiveMember(settings: OrganizationSettings): EndpointOf<MemberCalls["getActiveMember"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-active-member",
    summary: "Get the active member",
    output: activeMemberOutput,
    guards: [requireMember(settings, { noOrganization: "NO_ACTIVE_ORGANIZATION", notMember: "MEMBER_NOT_FOUND" })],
    queryBudget: settings.dynamicRoles ? 2 : 1,
    handle: (_, context) => ({
      ...presentMemberWithUser(context, { ...context.membership.member, user: context.user }, false),
      permissions: context.membership.granted,
    }),
  });
}

/** Returns the role of the caller or of another member. */
export function getActiveMemberRole(settings: OrganizationSettings): EndpointOf<MemberCalls["getActiveMemberRole"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-active-member-role",
    summary: "Get a member's role",
    input: input.object({
      userId: input.optional(input.id),
      organizationId: input.optional(input.id),
      organizationSlug: input.optional(slugQuery),
    }),
    output: memberRoleOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
        bySlug: true,
      }),
    ],
    queryBudget: 3,
    async handle({ userId }, { db, user, membership }) {
      if (userId === undefined || userId === user.id) return { role: membership.member.role };
      const organizationId = membership.organization.id;
      const other = await db.findOne(memberTable, { where: { organizationId, userId }, columns: ["id", "role"] });
      return { role: (other ?? failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION")).role };
    },
  });
}

/** Returns a page of members. */
export function listMembers(settings: OrganizationSettings): EndpointOf<MemberCalls["listMembers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-members",
    summary: "List members",
    input: listMembersInput,
    output: memberPageOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
        bySlug: true,
      }),
    ],
    errors: pickErrors(["YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM", "TEAM_NOT_FOUND"]),
    queryBudget: settings.teamsEnabled ? 4 : 3,
    principals: ["api-key"],
    async handle(query, context) {
      const { membership } = context;
      if (query.teamId !== undefined) await checkTeamFilter(context, settings, membership, query.teamId);
      const namesOnly = seesNamesOnly(settings, membership);
      const rules = { organizationId: membership.organization.id, pageSize: settings.pageSize, namesOnly };
      const { rows, total, nextCursor } = await findMemberPage(context, query, rules);
      const members = rows.map((row) =>
        presentMemberWithUser(context, row, namesOnly && row.userId !== context.user.id),
      );
      return { members, total, nextCursor };
    },
  });
}

/**
 * Team members see each other with `list-team-members`. This filter also shows teams that the caller isn't in, so it
 * needs the permission to manage members.
 */
async function checkTeamFilter(
  { db }: RequestContext,
  { teamsEnabled }: OrganizationSettings,
  { granted, organization }: Membership,
  teamId: string,
): Promise<void> {
  if (!isGranted(granted, ["member", "update"])) failWith("YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM");
  if (!teamsEnabled || !(await findTeam(db, organization.id, teamId))) failWith("TEAM_NOT_FOUND");
}

/** Adds a member. Available only through `auth.api`, so the app decides who can do it. */
export function addMemberEndpoint(settings: OrganizationSettings): EndpointOf<MemberCalls["addMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/add-member",
    summary: "Add a member",
    stages: ["addMember"],
    input: input.openObject({
      userId: input.id,
      role: roles,
      organizationId: input.optional(input.id),
      teamId: input.optional(input.id),
    }),
    output: model("member"),
    serverOnly: true,
    errors: {
      ...impersonationErrors,
      ...guestErrors,
      ...fieldErrors,
      ...pickErrors([
        "ORGANIZATION_NOT_FOUND",
        "USER_NOT_FOUND",
        "ROLE_NOT_FOUND",
        "TEAM_NOT_FOUND",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
        "TEAM_MEMBER_LIMIT_REACHED",
      ]),
    },
    queryBudget: settings.teamsEnabled ? 9 : 6,
    async handle(body, context) {
      const active = await readSession(context);
      const organizationId =
        body.organizationId ??
        (active && organizationSession(active).activeOrganizationId) ??
        failWith("ORGANIZATION_NOT_FOUND");
      const [organization, user] = await Promise.all([
        context.db.findOne(organizationTable, { where: { id: organizationId } }),
        findUser(context.db, body.userId),
      ]);
      if (!organization) failWith("ORGANIZATION_NOT_FOUND");
      if (!user) failWith("USER_NOT_FOUND");
      checkNotGuest(context, user);
      const role = joinRoles(body.role);
      if (body.teamId !== undefined && !settings.teamsEnabled) failWith("TEAM_NOT_FOUND");
      const scope = { user: presentUser(context, user), organization };
      const { teamId } = body;
      const teams =
        teamId === undefined ? [] : [[teamId, await settings.teamMemberLimit({ ...scope, teamId })] as const];
      const fields = await readFields(context.settings.fields.member ?? {}, { ...body }, "create");
      const wanted = {
        organizationId,
        userId: user.id,
        role,
        fields,
        limit: await settings.memberLimit(scope),
        teams: new Map(teams),
      };
      return presentMember(context, await addMember(context, settings, wanted, active));
    },
  });
}

/**
 * Makes a user an owner. Available only through `auth.api`, for site admins, for example before they delete the last
 * owner's account.
 */
export function transferOwnershipEndpoint(
  settings: OrganizationSettings,
): EndpointOf<MemberCalls["transferOwnership"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/transfer-ownership",
    summary: "Make a user an owner",
    stages: ["addMember"],
    input: input.object({ organizationId: input.id, userId: input.id }),
    output: model("member"),
    serverOnly: true,
    errors: { ...impersonationErrors, ...pickErrors(["ORGANIZATION_NOT_FOUND", "USER_NOT_FOUND"]) },
    queryBudget: 7,
    async handle({ organizationId, userId }, context) {
      const active = await readSession(context);
      return presentMember(context, await makeOwner(context, settings, { organizationId, userId }, active));
    },
  });
}

/** Removes a member, by id or email. */
export function removeMemberEndpoint(settings: OrganizationSettings): EndpointOf<MemberCalls["removeMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-member",
    summary: "Remove a member",
    changes: ["session", ...activeStores],
    input: input.object({ memberIdOrEmail: input.text({ min: 1 }), organizationId: input.optional(input.id) }),
    output: removedMemberOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "MEMBER_NOT_FOUND",
        permission: ["member", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
      }),
    ],
    errors: { ...impersonationErrors, ...pickErrors(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]) },
    queryBudget: (settings.teamsEnabled ? 13 : 11) + (settings.dynamicRoles ? 1 : 0),
    async handle({ memberIdOrEmail }, context) {
      const email = memberIdOrEmail.includes("@") ? normalizeEmail(memberIdOrEmail) : null;
      const who = email === null ? { id: memberIdOrEmail } : { email };
      const { member, session } = await removeMember(context, settings, toActor(context), who);
      if (session) syncSessionCookies(context, session);
      return { member: presentMemberWithUser(context, member, false) };
    },
  });
}

/** Ends the caller's membership. */
export function leaveOrganization(settings: OrganizationSettings): EndpointOf<MemberCalls["leaveOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/leave",
    summary: "Leave an organization",
    changes: ["session", "listOrganizations", ...activeStores],
    input: organizationInput,
    output: memberWithUserOutput,
    guards: [requireMember(settings, { noOrganization: "MEMBER_NOT_FOUND", notMember: "MEMBER_NOT_FOUND" })],
    errors: { ...impersonationErrors, ...pickErrors(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]) },
    queryBudget: settings.teamsEnabled ? 11 : 9,
    async handle(_, context) {
      const { member, session } = await leave(context, settings, toActor(context));
      if (session) syncSessionCookies(context, session);
      return presentMemberWithUser(context, member, false);
    },
  });
}

/** Replaces a member's roles. */
export function updateMemberRole(settings: OrganizationSettings): EndpointOf<MemberCalls["updateMemberRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-member-role",
    summary: "Update a member's role",
    changes: activeStores,
    input: input.object({ memberId: input.id, role: roles, organizationId: input.optional(input.id) }),
    output: model("member"),
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "MEMBER_NOT_FOUND",
        permission: ["member", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
      }),
    ],
    errors: {
      ...impersonationErrors,
      ...pickErrors(["ROLE_NOT_FOUND", "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER"]),
    },
    queryBudget: settings.dynamicRoles ? 9 : 8,
    async handle({ memberId, role }, context) {
      const wanted = { memberId, role: joinRoles(role) };
      const { member, session, token } = await changeRole(context, settings, toActor(context), wanted);
      if (session && token !== null) syncSessionCookies(context, session, token);
      return presentMember(context, member);
    },
  });
}

/** Returns the caller from what the guard added. */
export function toActor({ session, user, membership }: WithMembership): {
  readonly active: ActiveSession;
  readonly membership: Membership;
} {
  return { active: { session, user }, membership };
}
