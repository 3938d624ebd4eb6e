/** The endpoint `/admin/list-user-organizations`. */

import { defineEndpoint, type EndpointOf, input, requireAdmin } from "@latchkey/core/plugin";
import { organizationErrors } from "../errors.ts";
import type { OrganizationBaseCalls } from "./contract.ts";
import { presentOrganization } from "./endpoints.ts";
import { userOrganizationsOutput } from "./outputs.ts";
import { findMembershipsOfUser } from "./store.ts";

/** Lists a user's organizations. The list of an unknown user is empty. */
export const listUserOrganizations: EndpointOf<OrganizationBaseCalls["listUserOrganizations"]> = defineEndpoint({
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
  rateLimit: { window: 60, max: 300 },
  async handle({ userId }, context) {
    const rows = await findMembershipsOfUser(context.db, userId);
    return {
      organizations: rows.map(({ organization, role }) => ({ ...presentOrganization(context, organization), role })),
    };
  },
});
