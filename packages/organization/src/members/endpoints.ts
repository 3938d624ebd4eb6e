/** Calls about members. */

import { joinRoles } from "@latchkey/core/access";
import {
  type ActiveSession,
  defineEndpoint,
  type EndpointOf,
  fieldErrors,
  findUser,
  inPersonErrors,
  input,
  normalizeEmail,
  presentRow,
  presentUser,
  type RequestContext,
  readFields,
  readSession,
  showSession,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { refuse, someErrors } from "../errors.ts";
import { type InOrganization, type Membership, may, requireMember, sessionOf } from "../guards.ts";
import { anySlug, organizationInput, roles } from "../inputs.ts";
import type { Member } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import type { MemberCalls, MemberWithUser } from "./contract.ts";
import { listMembersInput, type MemberWithUserRow, memberPage } from "./list.ts";
import { memberPageOutput, memberRoleOutput, memberWithUserOutput, removedMemberOutput } from "./outputs.ts";
import { leave, removeMember } from "./remove.ts";
import { addMember, changeRole, makeOwner } from "./store.ts";

/** A member as answers show them. */
export function shownMember(context: RequestContext, row: object): Member {
  return presentRow(context, "member", row) as unknown as Member;
}

/** A member with who it is. @param namesOnly keeps addresses back */
export function withUser(context: RequestContext, row: MemberWithUserRow, namesOnly: boolean): MemberWithUser {
  const { id: userId, name, email, image } = row.user;
  return { ...shownMember(context, row), user: { id: userId, name, email: namesOnly ? null : email, image } };
}

/** Whether the caller sees names alone: a member without a say over members, where the app wants it so. */
export function seesNamesOnly({ namesOnly }: OrganizationSettings, { granted }: Membership): boolean {
  return namesOnly && !(["create", "update", "delete"] as const).some((action) => may(granted, ["member", action]));
}

/** The caller's membership in the active organization. */
export function getActiveMember(settings: OrganizationSettings): EndpointOf<MemberCalls["getActiveMember"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-active-member",
    summary: "The caller's membership in the active organization",
    output: memberWithUserOutput,
    guards: [requireMember(settings, { none: "NO_ACTIVE_ORGANIZATION", stranger: "MEMBER_NOT_FOUND" })],
    statements: 1,
    handle: (_, context) => withUser(context, { ...context.membership.member, user: context.user }, false),
  });
}

/** The caller's role, or that of another member. */
export function getActiveMemberRole(settings: OrganizationSettings): EndpointOf<MemberCalls["getActiveMemberRole"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-active-member-role",
    summary: "A member's role",
    input: input.object({
      userId: input.optional(input.id),
      organizationId: input.optional(input.id),
      organizationSlug: input.optional(anySlug),
    }),
    output: memberRoleOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
        bySlug: true,
      }),
    ],
    statements: 3,
    async handle({ userId }, { db, user, membership }) {
      if (userId === undefined || userId === user.id) return { role: membership.member.role };
      const organizationId = membership.organization.id;
      const other = await db.findOne(memberTable, { where: { organizationId, userId }, columns: ["id", "role"] });
      return { role: (other ?? refuse("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION")).role };
    },
  });
}

/** A page of members. */
export function listMembers(settings: OrganizationSettings): EndpointOf<MemberCalls["listMembers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-members",
    summary: "Members, by page, searched, filtered and ordered",
    input: listMembersInput,
    output: memberPageOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
        bySlug: true,
      }),
    ],
    statements: 3,
    async handle(query, context) {
      const { membership } = context;
      const namesOnly = seesNamesOnly(settings, membership);
      const rules = { organizationId: membership.organization.id, pageSize: settings.pageSize, namesOnly };
      const { rows, total, nextCursor } = await memberPage(context, query, rules);
      const members = rows.map((row) => withUser(context, row, namesOnly && row.userId !== context.user.id));
      return { members, total, nextCursor };
    },
  });
}

/** Only through `auth.api`: the app decides who may. */
export function addMemberEndpoint(settings: OrganizationSettings): EndpointOf<MemberCalls["addMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/add-member",
    summary: "Make somebody a member",
    input: input.openObject({
      userId: input.id,
      role: roles,
      organizationId: input.optional(input.id),
      teamId: input.optional(input.id),
    }),
    output: model("member"),
    serverOnly: true,
    errors: {
      ...inPersonErrors,
      ...fieldErrors,
      ...someErrors([
        "ORGANIZATION_NOT_FOUND",
        "USER_NOT_FOUND",
        "ROLE_NOT_FOUND",
        "TEAM_NOT_FOUND",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
        "TEAM_MEMBER_LIMIT_REACHED",
      ]),
    },
    statements: settings.teams ? 9 : 6,
    async handle(body, context) {
      const active = await readSession(context, { cache: false, refresh: false });
      const organizationId =
        body.organizationId ?? (active && sessionOf(active).activeOrganizationId) ?? refuse("ORGANIZATION_NOT_FOUND");
      const [organization, user] = await Promise.all([
        context.db.findOne(organizationTable, { where: { id: organizationId } }),
        findUser(context.db, body.userId),
      ]);
      if (!organization) refuse("ORGANIZATION_NOT_FOUND");
      if (!user) refuse("USER_NOT_FOUND");
      const role = joinRoles(body.role);
      if (body.teamId !== undefined && !settings.teams) refuse("TEAM_NOT_FOUND");
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
      return shownMember(context, await addMember(context, settings, wanted, active));
    },
  });
}

/** Only through `auth.api`, for admins of the site: makes a user an owner, such as before the last one is removed. */
export function transferOwnershipEndpoint(
  settings: OrganizationSettings,
): EndpointOf<MemberCalls["transferOwnership"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/transfer-ownership",
    summary: "Make a user an owner of an organization",
    input: input.object({ organizationId: input.id, userId: input.id }),
    output: model("member"),
    serverOnly: true,
    errors: { ...inPersonErrors, ...someErrors(["ORGANIZATION_NOT_FOUND", "USER_NOT_FOUND"]) },
    statements: 7,
    async handle({ organizationId, userId }, context) {
      const active = await readSession(context, { cache: false, refresh: false });
      return shownMember(context, await makeOwner(context, settings, { organizationId, userId }, active));
    },
  });
}

/** Removes a member, by id or by address. */
export function removeMemberEndpoint(settings: OrganizationSettings): EndpointOf<MemberCalls["removeMember"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/remove-member",
    summary: "Remove a member",
    input: input.object({ memberIdOrEmail: input.text({ min: 1 }), organizationId: input.optional(input.id) }),
    output: removedMemberOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "MEMBER_NOT_FOUND",
        permission: ["member", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
      }),
    ],
    errors: { ...inPersonErrors, ...someErrors(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]) },
    statements: (settings.teams ? 12 : 10) + (settings.dynamicRoles ? 1 : 0),
    async handle({ memberIdOrEmail }, context) {
      const email = memberIdOrEmail.includes("@") ? normalizeEmail(memberIdOrEmail) : null;
      const who = email === null ? { id: memberIdOrEmail } : { email };
      const { member, session } = await removeMember(context, settings, actorOf(context), who);
      if (session) showSession(context, session);
      return { member: withUser(context, member, false) };
    },
  });
}

/** Lets the caller leave. */
export function leaveOrganization(settings: OrganizationSettings): EndpointOf<MemberCalls["leaveOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/leave",
    summary: "Leave an organization",
    input: organizationInput,
    output: memberWithUserOutput,
    guards: [requireMember(settings, { none: "MEMBER_NOT_FOUND", stranger: "MEMBER_NOT_FOUND" })],
    errors: { ...inPersonErrors, ...someErrors(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]) },
    statements: settings.teams ? 11 : 9,
    async handle(_, context) {
      const { member, session } = await leave(context, settings, actorOf(context));
      if (session) showSession(context, session);
      return withUser(context, member, false);
    },
  });
}

/** Gives a member other roles. */
export function updateMemberRole(settings: OrganizationSettings): EndpointOf<MemberCalls["updateMemberRole"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update-member-role",
    summary: "Change a member's role",
    input: input.object({ memberId: input.id, role: roles, organizationId: input.optional(input.id) }),
    output: model("member"),
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "MEMBER_NOT_FOUND",
        permission: ["member", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
      }),
    ],
    errors: {
      ...inPersonErrors,
      ...someErrors(["ROLE_NOT_FOUND", "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER"]),
    },
    statements: settings.dynamicRoles ? 9 : 8,
    async handle({ memberId, role }, context) {
      const wanted = { memberId, role: joinRoles(role) };
      const { member, session, token } = await changeRole(context, settings, actorOf(context), wanted);
      if (session && token !== null) showSession(context, session, token);
      return shownMember(context, member);
    },
  });
}

/** Who calls, out of what the guard added. */
export function actorOf({ session, user, joined, membership }: InOrganization): {
  readonly active: ActiveSession;
  readonly membership: Membership;
} {
  return { active: { session, user, joined }, membership };
}
