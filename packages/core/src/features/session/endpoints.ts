/** Endpoints that read, list, and end sessions. */

import { isAdapterError } from "../../database/errors.ts";
import { AuthError, fail } from "../../http/errors.ts";
import { requireHeaders } from "../../kernel/caller.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { requireCachedSession, requireSession } from "../../sessions/guards.ts";
import { present, presentSession } from "../../sessions/present.ts";
import { readSession } from "../../sessions/read.ts";
import { listOwnSessions, revokeSession, revokeSessionsAndSignIns } from "../../sessions/revoke.ts";
import { statusResponse } from "../../shapes/shape.ts";
import type { SessionCalls } from "./contract.ts";
import { sessionOutput, sessionsOutput } from "./outputs.ts";

/** Errors from `/get-session`. */
export const getSessionErrors = { FAILED_TO_GET_SESSION: { status: 500, message: "Failed to get session" } } as const;

/** Adapter errors, such as for an unreachable database, have their own response, so they're rethrown. */
function failUnlessExpected(error: unknown): never {
  if (error instanceof AuthError || isAdapterError(error)) throw error;
  fail(getSessionErrors, "FAILED_TO_GET_SESSION", { cause: error });
}

/** Returns the caller's session or `null`. Extends the session if it's due. */
export const getSession: EndpointOf<SessionCalls["getSession"]> = defineEndpoint({
  method: "GET",
  path: "/get-session",
  summary: "Get the current session",
  input: input.object({
    disableCookieCache: input.optional(input.flag),
    disableRefresh: input.optional(input.flag),
  }),
  output: sessionOutput,
  principals: ["api-key"],
  errors: getSessionErrors,
  queryBudget: 1,
  rateLimit: { window: 10, max: 1000 },
  async handle({ disableCookieCache, disableRefresh }, context) {
    requireHeaders(context);
    const active = await readSession(context, { cache: !disableCookieCache, refresh: !disableRefresh }).catch(
      failUnlessExpected,
    );
    return active && present(context, active);
  },
});

/** Lists the caller's active sessions, newest first, up to 100. Omits sessions of an impersonator. */
export const listSessionsEndpoint: EndpointOf<SessionCalls["listSessions"]> = defineEndpoint({
  method: "GET",
  path: "/list-sessions",
  summary: "List active sessions",
  output: sessionsOutput,
  guards: [requireCachedSession],
  queryBudget: 2,
  async handle(_, context) {
    const rows = await listOwnSessions(context, context.user.id);
    return rows.map((row) => presentSession(context, row));
  },
});

/** Ends one of the caller's sessions. Unknown handles and other users' handles get the same response. */
export const revokeSessionEndpoint: EndpointOf<SessionCalls["revokeSession"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-session",
  summary: "Revoke a session",
  changes: ["session"],
  input: input.object({ token: input.id }),
  output: statusResponse,
  guards: [requireSession],
  queryBudget: 2,
  async handle({ token }, context) {
    await revokeSession(context, context.user.id, token);
    if (token === context.session.token) clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions, including this one. */
export const revokeSessionsEndpoint: EndpointOf<SessionCalls["revokeSessions"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-sessions",
  summary: "Revoke all sessions",
  changes: ["session"],
  output: statusResponse,
  guards: [requireSession],
  queryBudget: 3,
  async handle(_, context) {
    await revokeSessionsAndSignIns(context, context.user.id);
    clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions except this one. */
export const revokeOtherSessions: EndpointOf<SessionCalls["revokeOtherSessions"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-other-sessions",
  summary: "Revoke all other sessions",
  changes: ["session"],
  output: statusResponse,
  guards: [requireSession],
  queryBudget: 3,
  async handle(_, context) {
    await revokeSessionsAndSignIns(context, context.user.id, { except: context.session.id });
    return { status: true };
  },
});
