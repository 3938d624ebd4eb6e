/** Endpoints over sessions. */

import * as z from "zod";
import { isExpectedFault } from "../../database/errors.ts";
import type { StatusAnswer, SuccessAnswer } from "../../http/call.ts";
import { AuthError, fail } from "../../http/errors.ts";
import { flag, text } from "../../http/inputs.ts";
import { requireHeaders } from "../../plugin/caller.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { clearSessionCookies } from "../../sessions/cookies.ts";
import { requireCachedSession, requireSession, sessionErrors } from "../../sessions/guards.ts";
import { present, presentSession } from "../../sessions/present.ts";
import { readSession } from "../../sessions/read.ts";
import { endSession, listOwnSessions, revokeEverySession, revokeSession } from "../../sessions/revoke.ts";
import type { Session, SessionData } from "../../sessions/session.ts";
import { hashToken, presentedToken } from "../../sessions/token.ts";
import { statusAnswer, successAnswer } from "../../shapes/shape.ts";
import type { GetSessionQuery, RevokeSessionInput } from "./inputs.ts";
import { sessionOutput, sessionsOutput } from "./outputs.ts";

const getSessionQuery: z.ZodType<GetSessionQuery> = z.object({
  disableCookieCache: flag.optional(),
  disableRefresh: flag.optional(),
});

const getSessionErrors = { FAILED_TO_GET_SESSION: { status: 500, message: "Failed to get session" } } as const;

/** A database that is out of reach has an answer of its own. */
function unreadable(error: unknown): never {
  if (error instanceof AuthError || isExpectedFault(error)) throw error;
  fail(getSessionErrors, "FAILED_TO_GET_SESSION", { cause: error });
}

/** The session of the caller, or `null`. Extends it when it is due. */
export const getSession: Endpoint<GetSessionQuery, SessionData | null> = defineUntypedEndpoint({
  method: "GET",
  path: "/get-session",
  summary: "The caller's session and user, or null",
  input: getSessionQuery,
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
export const listSessionsEndpoint: Endpoint<unknown, Session[]> = defineUntypedEndpoint({
  method: "GET",
  path: "/list-sessions",
  summary: "The caller's live sessions, newest first",
  output: sessionsOutput,
  guards: [requireCachedSession],
  errors: sessionErrors,
  statements: 2,
  async handle(_, context) {
    const rows = await listOwnSessions(context, context.user.id);
    return rows.map((row) => presentSession(context, row));
  },
});

const revokeInput: z.ZodType<RevokeSessionInput> = z.object({ token: text(255, 1) });

/** Ends one of the caller's sessions. Unknown and foreign handles get the same answer and change nothing. */
export const revokeSessionEndpoint: Endpoint<RevokeSessionInput, StatusAnswer> = defineUntypedEndpoint({
  method: "POST",
  path: "/revoke-session",
  summary: "End one of the caller's sessions",
  input: revokeInput,
  output: statusAnswer,
  guards: [requireSession],
  errors: sessionErrors,
  statements: 2,
  async handle({ token }, context) {
    await revokeSession(context, context.user.id, token);
    if (token === context.session.token) clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions, this one too. */
export const revokeSessionsEndpoint: Endpoint<unknown, StatusAnswer> = defineUntypedEndpoint({
  method: "POST",
  path: "/revoke-sessions",
  summary: "End all of the caller's sessions",
  output: statusAnswer,
  guards: [requireSession],
  errors: sessionErrors,
  statements: 3,
  async handle(_, context) {
    await revokeEverySession(context, context.user.id);
    clearSessionCookies(context);
    return { status: true };
  },
});

/** Ends all of the caller's sessions but this one. */
export const revokeOtherSessions: Endpoint<unknown, StatusAnswer> = defineUntypedEndpoint({
  method: "POST",
  path: "/revoke-other-sessions",
  summary: "End the caller's other sessions",
  output: statusAnswer,
  guards: [requireSession],
  errors: sessionErrors,
  statements: 3,
  async handle(_, context) {
    await revokeEverySession(context, context.user.id, { except: context.session.id });
    return { status: true };
  },
});

/** Ends the caller's session, if there is one, and clears its cookies. */
export const signOut: Endpoint<unknown, SuccessAnswer> = defineUntypedEndpoint({
  method: "POST",
  path: "/sign-out",
  summary: "End the caller's session",
  output: successAnswer,
  statements: 1,
  async handle(_, context: RequestContext) {
    requireHeaders(context);
    const presented = presentedToken(context);
    if (presented) await endSession(context, hashToken(presented.token));
    clearSessionCookies(context);
    return { success: true };
  },
});
