/**
 * The `/organization/list-memberships` endpoint. `/organization/list` has no roles, because its format is
 * better-auth's.
 */

import { defineEndpoint, type EndpointOf, requireSession } from "@latchkey/core/plugin";
import { list, object, text } from "@latchkey/core/shapes";
import { findMembershipsOfUser } from "../organizations/store.ts";
import type { MemberCalls, OwnMembership } from "./contract.ts";

/** Lists the caller's roles, in the order of `/organization/list`. */
export const listMemberships: EndpointOf<MemberCalls["listMemberships"]> = defineEndpoint({
  method: "GET",
  path: "/organization/list-memberships",
  summary: "List the caller's role in each of their organizations",
  output: list(object<OwnMembership>({ organizationId: text, role: text })),
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, { db, user }) {
    const rows = await findMembershipsOfUser(db, user.id);
    return rows.map(({ organization, role }) => ({ organizationId: organization.id, role }));
  },
});
