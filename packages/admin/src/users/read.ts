/** `/admin/list-users` and `/admin/get-user`. */

import { defineEndpoint, type EndpointOf, fail, findUser, input, presentUser } from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userListOutput } from "../outputs.ts";
import { users } from "../tables.ts";
import type { UserCalls } from "./contract.ts";
import { listUsersQuery, userPage } from "./query.ts";

/** Reading everybody's data page by page is for people, and for the scripts of people who know of the limit. */
const readRule = { window: 60, max: 300 } as const;

/** A page of users. The session, the page and the count: three statements. */
export function listUsers(settings: AdminSettings): EndpointOf<UserCalls["listUsers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/list-users",
    summary: "Users: searched, filtered, sorted, page by page",
    input: listUsersQuery,
    output: userListOutput,
    guards: requirePermission(settings, { user: ["list"] }, "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS"),
    statements: 3,
    rateLimit: readRule,
    async handle(query, context) {
      const { where, find, limit, cursorBehind } = userPage(context, settings, query);
      const counting = query.cursor === undefined ? context.db.count(users, { where }) : null;
      const [rows, total] = await Promise.all([context.db.findMany(users, find), counting]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        users: page.map((row) => presentUser(context, row)),
        total,
        ...(query.limit ? { limit: Number(query.limit) } : {}),
        ...(query.offset === undefined ? {} : { offset: Number(query.offset) }),
        nextCursor: last && rows.length > limit ? cursorBehind(last) : null,
      };
    },
  });
}

/** One user. */
export function getUser(settings: AdminSettings): EndpointOf<UserCalls["getUser"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/get-user",
    summary: "One user",
    input: input.object({ id }),
    output: model("user"),
    guards: requirePermission(settings, { user: ["get"] }, "YOU_ARE_NOT_ALLOWED_TO_GET_USER"),
    errors: only("USER_NOT_FOUND"),
    statements: 2,
    rateLimit: readRule,
    async handle(query, context) {
      const user = (await findUser(context.db, query.id)) ?? fail(adminErrors, "USER_NOT_FOUND");
      return presentUser(context, user);
    },
  });
}
