/** Endpoints over sessions. */

import { isExpectedFault } from "../../database/errors.ts";
import { AuthError, fail } from "../../http/errors.ts";
import { requireHeaders } from "../../plugin/caller.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { requireCachedSession, requireSession } from "../../sessions/guards.ts";
import { present, presentSession } from "../../sessions/present.ts";
import { readSession } from "../../sessions/read.ts";
import { endSession, listOwnSessions, revokeEverySession, revokeSession } from "../../sessions/revoke.ts";
import { hashToken, presentedToken } from "../../sessions/token.ts";
import { statusAnswer, successAnswer } from "../../shapes/shape.ts";
import type { SessionCalls } from "./contract.ts";
import { sessionOutput, sessionsOutput } from "./outputs.ts";

const getSessionErrors = { FAILED_TO_GET_SESSION: { status: 500, message: "Failed to get session" } } as const;

/** A database that is out of reach has an answer of its own. */
function unreadable(error: unknown): never {
  if (error instanceof AuthError || isExpectedFault(error)) throw error;
  fail(getSessionErrors, "FAILED_TO_GET_SESSION", { cause: error });
}

/** The session of the caller, or `null`. Extends it when it is due. */
export const getSession: EndpointOf<SessionCalls["getSession"]> = defineEndpoint({
  method: "GET",
  path: "/get-session",
  summary: "The caller's session and user, or null",
  input: input.object({
    disableCookieCache: input.optional(input.flag),
    disableRefresh: input.optional(input.flag),
  }),
  output: sessionOutput,
  errors: getSessionErrors,
  statements: 1,
  rateLimit: { window: 10, max: 1000 },
  async handle({ disableCookieCache, disableRefresh }, context) {
    requireHeaders(context);
    const active = await readSession(context, { cache: !disableCookieCache, refresh: !disableRefresh }).catch(
      unreadable,
    );
    return active && present(context, active);
  },
});

/** The caller's live sessions, newest first, 100 at most. Sessions of an impersonator are left out. */
export const listSessionsEndpoint: EndpointOf<SessionCalls["listSessions"]> = defineEndpoint({
  method: "GET",
  path: "/list-sessions",
  summary: "The caller's live sessions, newest first",
  output: sessionsOutput,
  guards: [requireCachedSession],
  statements: 2,
  async handle(_, context) {
    const rows = await listOwnSessions(context, context.user.id);
    return rows.map((row) => presentSession(context, row));
  },
});

/** Ends one of the caller's sessions. Unknown and foreign handles get the same answer and change nothing. */
export const revokeSessionEndpoint: EndpointOf<SessionCalls["revokeSession"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-session",
  summary: "End one of the caller's sessions",
  input: input.object({ token: input.id }),
  output: statusAnswer,
  guards: [requireSession],
  statements: 2,
  async handle({ token }, context) {
    await revokeSession(context, context.user.id, token);
    if (token === context.session.token) clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions, this one too. */
export const revokeSessionsEndpoint: EndpointOf<SessionCalls["revokeSessions"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-sessions",
  summary: "End all of the caller's sessions",
  output: statusAnswer,
  guards: [requireSession],
  statements: 3,
  async handle(_, context) {
    await revokeEverySession(context, context.user.id);
    clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions but this one. */
export const revokeOtherSessions: EndpointOf<SessionCalls["revokeOtherSessions"]> = defineEndpoint({
  method: "POST",
  path: "/revoke-other-sessions",
  summary: "End the caller's other sessions",
  output: statusAnswer,
  guards: [requireSession],
  statements: 3,
  async handle(_, context) {
    await revokeEverySession(context, context.user.id, { except: context.session.id });
    return { status: true };
  },
});

/** Ends the caller's session, if there is one, and clears its cookies. */
export const signOut: EndpointOf<SessionCalls["signOut"]> = defineEndpoint({
  method: "POST",
  path: "/sign-out",
  summary: "End the caller's session",
  output: successAnswer,
  statements: 1,
  async handle(_, context) {
    requireHeaders(context);
    const presented = presentedToken(context);
    if (presented) await endSession(context, hashToken(presented.token));
    clearSessionCookies(context);
    return { success: true };
  },
});
