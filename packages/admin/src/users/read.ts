/** The endpoints `/admin/list-users` and `/admin/get-user`. */

import { defineEndpoint, type EndpointOf, fail, findUser, input, presentUser } from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userListOutput } from "../outputs.ts";
import { users } from "../tables.ts";
import type { UserCalls } from "./contract.ts";
import { findLastActive } from "./last-active.ts";
import { buildPageQuery, listUsersQuery } from "./query.ts";

/** High enough for people. Scripts that read all users must stay below this limit. */
const readRateLimit = { window: 60, max: 300 } as const;

/**
 * Returns a page of users. Sends up to four queries: for the session, the page, the users' sessions unless
 * `trackLastActive` is on, and the total unless a cursor was passed or the page implies it.
 */
export function listUsers(settings: AdminSettings): EndpointOf<UserCalls["listUsers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/list-users",
    summary: "List users",
    input: listUsersQuery,
    output: userListOutput,
    guards: requirePermission(settings, { user: ["list"] }, "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS"),
    queryBudget: 4,
    rateLimit: readRateLimit,
    async handle(query, context) {
      const { where, find, limit, cursorAfter } = buildPageQuery(context, settings, query);
      const rows = await context.db.findMany(users, find);
      const page = rows.slice(0, limit);
      const offset = Number(query.offset ?? 0);
      // A search that finds little reads every row. Counting would read them all again.
      const isLastPage = rows.length <= limit && (offset === 0 || rows.length > 0);
      const countAll = (): Promise<number> => context.db.count(users, { where });
      const total = query.cursor !== undefined ? null : isLastPage ? offset + rows.length : await countAll();
      const last = page.at(-1);
      const stored = new Map(page.map(({ id, lastActiveAt }) => [id, lastActiveAt]));
      const lastActive = settings.trackLastActive === null ? await findLastActive(context.db, page) : stored;
      return {
        users: page.map((row) => ({ ...presentUser(context, row), lastActiveAt: lastActive.get(row.id) ?? null })),
        total,
        ...(query.limit ? { limit: Number(query.limit) } : {}),
        ...(query.offset === undefined ? {} : { offset: Number(query.offset) }),
        nextCursor: last && rows.length > limit ? cursorAfter(last) : null,
      };
    },
  });
}

/** Returns one user. */
export function getUser(settings: AdminSettings): EndpointOf<UserCalls["getUser"]> {
  return defineEndpoint({
    method: "GET",
    path: "/admin/get-user",
    summary: "Get a user",
    input: input.object({ id }),
    output: model("user"),
    guards: requirePermission(settings, { user: ["get"] }, "YOU_ARE_NOT_ALLOWED_TO_GET_USER"),
    errors: pickErrors("USER_NOT_FOUND"),
    queryBudget: 2,
    rateLimit: readRateLimit,
    async handle(query, context) {
      const user = (await findUser(context.db, query.id)) ?? fail(adminErrors, "USER_NOT_FOUND");
      return presentUser(context, user);
    },
  });
}
