/** Endpoints that read an organization and check permissions in it. */

import { authorize } from "@latchkey/core/access";
import { defineEndpoint, type EndpointOf, type InputField, input } from "@latchkey/core/plugin";
import { model, nullable } from "@latchkey/core/shapes";
import { requireMember, requireMemberIfAny } from "../guards.ts";
import { permissions, slugQuery } from "../inputs.ts";
import { findInvitations } from "../invitations/find.ts";
import { canSeeInvitations, presentInvitation } from "../invitations/present.ts";
import { presentMemberWithUser, seesNamesOnly } from "../members/endpoints.ts";
import { findMemberPage } from "../members/list.ts";
import { maxPageSize, type OrganizationSettings } from "../options.ts";
import { presentTeam } from "../teams/endpoints.ts";
import { findTeams } from "../teams/store.ts";
import type { HasPermissionInput, OrganizationBaseCalls } from "./contract.ts";
import { presentOrganization } from "./endpoints.ts";
import { fullOutput, permissionOutput } from "./outputs.ts";

const organizationSelector = { organizationId: input.optional(input.id), organizationSlug: input.optional(slugQuery) };

/** Returns an organization, or `null` if none is given and none is active. */
export function getOrganization(settings: OrganizationSettings): EndpointOf<OrganizationBaseCalls["getOrganization"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-organization",
    summary: "Get an organization",
    input: input.object(organizationSelector),
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    queryBudget: 2,
    principals: ["api-key"],
    handle: (_, context) => context.membership && presentOrganization(context, context.membership.organization),
  });
}

/** Maximum invitations in a full organization. */
const maxInvitations = 100;

/**
 * Returns an organization with its first page of members, its newest invitations, and its teams. Sends one more query
 * to count the members if they don't fit on the page.
 */
export function getFullOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["getFullOrganization"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-full-organization",
    summary: "Get an organization with members, invitations, and teams",
    input: input.object({
      ...organizationSelector,
      membersLimit: input.optional(input.integer({ min: 1, max: maxPageSize })),
    }),
    output: nullable(fullOutput),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    queryBudget: settings.teamsEnabled ? 5 : 4,
    principals: ["api-key"],
    async handle({ membersLimit }, context) {
      const { membership, db } = context;
      if (!membership) return null;
      const { organization } = membership;
      const namesOnly = seesNamesOnly(settings, membership);
      const rules = { organizationId: organization.id, pageSize: membersLimit ?? settings.pageSize, namesOnly };
      const [page, invitations, teams] = await Promise.all([
        findMemberPage(context, {}, rules),
        findInvitations(db, organization.id, maxInvitations, canSeeInvitations(membership) ? null : context.user),
        settings.teamsEnabled ? findTeams(db, organization.id) : null,
      ]);
      return {
        ...presentOrganization(context, organization),
        members: page.rows.map((row) =>
          presentMemberWithUser(context, row, namesOnly && row.userId !== context.user.id),
        ),
        membersTotal: page.total,
        membersNextCursor: page.nextCursor,
        // The 100 newest invitations, oldest first like the members.
        invitations: invitations.map((row) => presentInvitation(context, row)).reverse(),
        ...(teams ? { teams: teams.map((row) => presentTeam(context, row)) } : {}),
      };
    },
  });
}

interface PermissionsInput {
  readonly permissions?: HasPermissionInput["permissions"] | undefined;
  /** The former name of `permissions`. */
  readonly permission?: HasPermissionInput["permissions"] | undefined;
  readonly organizationId?: string | undefined;
}

const permissionInput: InputField<HasPermissionInput> = input.convert(
  input.check(
    input.object<PermissionsInput>({
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

/** Returns whether the caller's roles grant all of these permissions. */
export function hasPermission(settings: OrganizationSettings): EndpointOf<OrganizationBaseCalls["hasPermission"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/has-permission",
    summary: "Check permissions",
    input: permissionInput,
    output: permissionOutput,
    guards: [
      requireMember(settings, {
        noOrganization: "NO_ACTIVE_ORGANIZATION",
        notMember: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      }),
    ],
    queryBudget: 1,
    principals: ["api-key"],
    handle: ({ permissions: asked }, { membership }) => ({
      error: null,
      success: authorize(membership.granted, asked).success,
    }),
  });
}
