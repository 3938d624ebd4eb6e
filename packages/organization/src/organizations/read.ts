/** Calls that read an organization and ask for permissions in it. */

import { defineUntypedEndpoint, type Endpoint, presentRow } from "@latchkey/core";
import { authorize } from "@latchkey/core/access";
import { model, nullable } from "@latchkey/core/shapes";
import * as z from "zod";
import { requireMember, requireMemberIfAny } from "../guards.ts";
import { anySlug, count, id, permissions } from "../inputs.ts";
import { invitationsOf } from "../invitations/find.ts";
import { seesInvitations, shownInvitation } from "../invitations/present.ts";
import { seesNamesOnly, withUser } from "../members/endpoints.ts";
import { memberPage } from "../members/list.ts";
import { longestPage, type OrganizationSettings } from "../options.ts";
import { teamsOf } from "../teams/store.ts";
import { shown } from "./endpoints.ts";
import type {
  FullOrganization,
  FullOrganizationQuery,
  HasPermissionInput,
  Organization,
  OrganizationQuery,
  PermissionAnswer,
} from "./inputs.ts";
import { fullOutput, permissionOutput } from "./outputs.ts";

const query: z.ZodType<OrganizationQuery> = z.object({
  organizationId: id.optional(),
  organizationSlug: anySlug.optional(),
});

/** An organization; `null` where none is named and none active. */
export function getOrganization(settings: OrganizationSettings): Endpoint<OrganizationQuery, Organization | null> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/organization/get-organization",
    summary: "An organization",
    input: query,
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    statements: 2,
    handle: (_, context) => context.membership && shown(context, context.membership.organization),
  });
}

const fullQuery: z.ZodType<FullOrganizationQuery> = z.object({
  organizationId: id.optional(),
  organizationSlug: anySlug.optional(),
  membersLimit: count(1, longestPage).optional(),
}) as z.ZodType<FullOrganizationQuery>;

/** Invitations shown with an organization. */
const mostInvitations = 100;

/**
 * An organization with the first page of its members, its newest invitations and its teams. One statement more counts
 * the members where they do not all fit.
 */
export function getFullOrganization(
  settings: OrganizationSettings,
): Endpoint<FullOrganizationQuery, FullOrganization | null> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/organization/get-full-organization",
    summary: "An organization with members, invitations and teams",
    input: fullQuery,
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
        ...(teams ? { teams: teams.map((row) => presentRow(context, "team", row) as never) } : {}),
      };
    },
  });
}

/** `permission` is what the permissions were once called. */
const permissionInput: z.ZodType<HasPermissionInput> = z
  .object({ permissions: permissions.optional(), permission: permissions.optional(), organizationId: id.optional() })
  .transform((given, check) => {
    const asked = given.permissions ?? given.permission;
    if (!asked) check.addIssue({ code: "custom", path: ["permissions"], message: "is required" });
    return { permissions: asked ?? {}, organizationId: given.organizationId };
  });

/** Whether the caller's roles grant all of these permissions. */
export function hasPermission(settings: OrganizationSettings): Endpoint<HasPermissionInput, PermissionAnswer> {
  return defineUntypedEndpoint({
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
