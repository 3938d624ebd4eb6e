/** The endpoints about organizations that only site admins can use. They exist only if the app has `admin()`. */

import {
  type AdminGuards,
  defineEndpoint,
  type EndpointOf,
  type InputField,
  input,
  maxCursorLength,
  requireAdmin,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { failWith, organizationErrors, pickErrors } from "../errors.ts";
import { presentMemberWithUser } from "../members/endpoints.ts";
import { findMemberPage } from "../members/list.ts";
import { memberPageOutput } from "../members/outputs.ts";
import { organizationTable } from "../tables.ts";
import type { AdminOrganizationCalls, ListAllOrganizationsQuery, OrganizationMembersQuery } from "./admin-contract.ts";
import { countMembers, findOrganizationPage, maxOrganizationsPerPage } from "./admin-list.ts";
import { presentOrganization } from "./endpoints.ts";
import { organizationPageOutput, userOrganizationsOutput } from "./outputs.ts";
import { findMembershipsOfUser } from "./store.ts";

/** High enough for people. Scripts that read all organizations must stay below this limit. */
const readRateLimit = { window: 60, max: 300 } as const;

/** Lists a user's organizations. The list of an unknown user is empty. */
export const listUserOrganizations: EndpointOf<AdminOrganizationCalls["listUserOrganizations"]> = defineEndpoint({
  method: "GET",
  path: "/admin/list-user-organizations",
  summary: "List a user's organizations",
  input: input.object({ userId: input.id }),
  output: userOrganizationsOutput,
  guards: requireAdmin({
    permissions: { user: ["get"] },
    code: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS",
    error: organizationErrors.YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS,
  }),
  queryBudget: 2,
  rateLimit: readRateLimit,
  async handle({ userId }, context) {
    const rows = await findMembershipsOfUser(context.db, userId);
    return {
      organizations: rows.map(({ organization, role }) => ({ ...presentOrganization(context, organization), role })),
    };
  },
});

/** Requires a site admin with a permission on organizations. */
function requireOrganizationAdmin(action: "list" | "get"): AdminGuards<"YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS"> {
  return requireAdmin({
    permissions: { organization: [action] },
    code: "YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS",
    error: organizationErrors.YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS,
  });
}

const cursor = input.optional(input.text({ min: 1, max: maxCursorLength }));
const search = input.optional(input.text({ max: 100 }));
const limit = input.optional(input.integer({ min: 1, max: maxOrganizationsPerPage }));

const listQuery: InputField<ListAllOrganizationsQuery> = input.object({
  search,
  limit,
  cursor,
  sortDirection: input.optional(input.oneOf("asc", "desc")),
});

/**
 * Returns a page of all organizations with the number of their members, newest first. Sends one query for the session,
 * one for the page, one for the members, and one to count if there are more pages.
 */
export const listAllOrganizations: EndpointOf<AdminOrganizationCalls["adminListOrganizations"]> = defineEndpoint({
  method: "GET",
  path: "/admin/list-organizations",
  summary: "List all organizations",
  input: listQuery,
  output: organizationPageOutput,
  guards: requireOrganizationAdmin("list"),
  queryBudget: 4,
  rateLimit: readRateLimit,
  async handle(query, context) {
    const { rows, total, nextCursor } = await findOrganizationPage(context.db, query);
    const members = await countMembers(
      context.db,
      rows.map(({ id }) => id),
    );
    return {
      organizations: rows.map((row) => ({
        ...presentOrganization(context, row),
        memberCount: members.get(row.id) ?? 0,
      })),
      total,
      nextCursor,
    };
  },
});

/** Returns one organization. */
export const getOrganizationForAdmin: EndpointOf<AdminOrganizationCalls["adminGetOrganization"]> = defineEndpoint({
  method: "GET",
  path: "/admin/get-organization",
  summary: "Get any organization",
  input: input.object({ organizationId: input.id }),
  output: model("organization"),
  guards: requireOrganizationAdmin("get"),
  errors: pickErrors(["ORGANIZATION_NOT_FOUND"]),
  queryBudget: 2,
  rateLimit: readRateLimit,
  async handle({ organizationId }, context) {
    const found = await context.db.findOne(organizationTable, { where: { id: organizationId } });
    return presentOrganization(context, found ?? failWith("ORGANIZATION_NOT_FOUND"));
  },
});

const defaultMembers = 50;

const membersQuery: InputField<OrganizationMembersQuery> = input.object({
  organizationId: input.id,
  search,
  limit,
  cursor,
});

/** Returns a page of an organization's members, oldest first. The list of an unknown organization is empty. */
export const listOrganizationMembers: EndpointOf<AdminOrganizationCalls["listOrganizationMembers"]> = defineEndpoint({
  method: "GET",
  path: "/admin/list-organization-members",
  summary: "List any organization's members",
  input: membersQuery,
  output: memberPageOutput,
  guards: requireOrganizationAdmin("get"),
  queryBudget: 3,
  rateLimit: readRateLimit,
  async handle({ organizationId, ...query }, context) {
    const rules = { organizationId, pageSize: defaultMembers, namesOnly: false };
    const { rows, total, nextCursor } = await findMemberPage(context, query, rules);
    return { members: rows.map((row) => presentMemberWithUser(context, row, false)), total, nextCursor };
  },
});
