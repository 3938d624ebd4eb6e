/** Calls that read an organization and ask for permissions in it. */

import { authorize } from "@latchkey/core/access";
import { defineEndpoint, type EndpointOf, type InputField, input } from "@latchkey/core/plugin";
import { model, nullable } from "@latchkey/core/shapes";
import { requireMember, requireMemberIfAny } from "../guards.ts";
import { anySlug, permissions } from "../inputs.ts";
import { invitationsOf } from "../invitations/find.ts";
import { seesInvitations, shownInvitation } from "../invitations/present.ts";
import { seesNamesOnly, withUser } from "../members/endpoints.ts";
import { memberPage } from "../members/list.ts";
import { longestPage, type OrganizationSettings } from "../options.ts";
import { shownTeam } from "../teams/endpoints.ts";
import { teamsOf } from "../teams/store.ts";
import type { HasPermissionInput, OrganizationBaseCalls } from "./contract.ts";
import { shown } from "./endpoints.ts";
import { fullOutput, permissionOutput } from "./outputs.ts";

const named = { organizationId: input.optional(input.id), organizationSlug: input.optional(anySlug) };

/** An organization; `null` where none is named and none active. */
export function getOrganization(settings: OrganizationSettings): EndpointOf<OrganizationBaseCalls["getOrganization"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-organization",
    summary: "An organization",
    input: input.object(named),
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    statements: 2,
    handle: (_, context) => context.membership && shown(context, context.membership.organization),
  });
}

/** Invitations shown with an organization. */
const mostInvitations = 100;

/**
 * An organization with the first page of its members, its newest invitations and its teams. One statement more counts
 * the members where they do not all fit.
 */
export function getFullOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["getFullOrganization"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-full-organization",
    summary: "An organization with members, invitations and teams",
    input: input.object({ ...named, membersLimit: input.optional(input.integer({ min: 1, max: longestPage })) }),
    output: nullable(fullOutput),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    statements: settings.teams ? 5 : 4,
    async handle({ membersLimit }, context) {
      const { membership, db } = context;
      if (!membership) return null;
      const { organization } = membership;
      const namesOnly = seesNamesOnly(settings, membership);
      const rules = { organizationId: organization.id, pageSize: membersLimit ?? settings.pageSize, namesOnly };
      const [page, invitations, teams] = await Promise.all([
        memberPage(context, {}, rules),
        invitationsOf(db, organization.id, mostInvitations, seesInvitations(membership) ? null : context.user),
        settings.teams ? teamsOf(db, organization.id) : null,
      ]);
      return {
        ...shown(context, organization),
        members: page.rows.map((row) => withUser(context, row, namesOnly && row.userId !== context.user.id)),
        membersTotal: page.total,
        membersNextCursor: page.nextCursor,
        // Oldest first, as the members are, of the newest hundred.
        invitations: invitations.map((row) => shownInvitation(context, row)).reverse(),
        ...(teams ? { teams: teams.map((row) => shownTeam(context, row)) } : {}),
      };
    },
  });
}

interface SentPermissions {
  readonly permissions?: HasPermissionInput["permissions"] | undefined;
  /** What `permissions` was once called. */
  readonly permission?: HasPermissionInput["permissions"] | undefined;
  readonly organizationId?: string | undefined;
}

const permissionInput: InputField<HasPermissionInput> = input.convert(
  input.check(
    input.object<SentPermissions>({
      permissions: input.optional(permissions),
      permission: input.optional(permissions),
      organizationId: input.optional(input.id),
    }),
    ({ permissions: asked, permission }) => asked !== undefined || permission !== undefined,
    "is required",
    "permissions",
  ),
  ({ permissions: asked, permission, organizationId }) => ({ permissions: asked ?? permission ?? {}, organizationId }),
);

/** Whether the caller's roles grant all of these permissions. */
export function hasPermission(settings: OrganizationSettings): EndpointOf<OrganizationBaseCalls["hasPermission"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/has-permission",
    summary: "Whether the caller has permissions",
    input: permissionInput,
    output: permissionOutput,
    guards: [
      requireMember(settings, {
        none: "NO_ACTIVE_ORGANIZATION",
        stranger: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      }),
    ],
    statements: 1,
    handle: ({ permissions: asked }, { membership }) => ({
      error: null,
      success: authorize(membership.granted, asked).success,
    }),
  });
}
