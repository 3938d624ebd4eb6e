/** Endpoints to list sessions and to sign in as any user. */

import { AuthError } from "@latchkey/core";
import {
  createSession,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  findUser,
  htmlResponse,
  input,
  type RequestContext,
  redirectResponse,
  renderMessagePage,
} from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls, SignInAsResponse } from "../contract.ts";
import { devErrors } from "../errors.ts";
import { sessionsOutput, signedInAsOutput } from "../outputs.ts";
import { listActiveSessions } from "./store.ts";

/** Lists the newest 100 active sessions. */
export function devSessions(guards: ConsoleGuards): EndpointOf<DevCalls["devSessions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/sessions",
    summary: "List active sessions",
    output: sessionsOutput,
    guards: [guards.data],
    queryBudget: 1,
    handle: (_, context) => listActiveSessions(context),
  });
}

/** Creates a session without any proofs. All gates apply, so a user who can't sign in elsewhere can't here either. */
export function devSignInAs(guards: ConsoleGuards): EndpointOf<DevCalls["devSignInAs"]> {
  const { EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION } = emailPasswordErrors;
  return defineEndpoint({
    method: "POST",
    path: "/dev/sign-in-as",
    summary: "Sign in as any user",
    input: input.object({ userId: input.id }),
    output: signedInAsOutput,
    stages: ["signIn"],
    guards: [guards.data],
    errors: { USER_NOT_FOUND: devErrors.USER_NOT_FOUND, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION },
    queryBudget: 4,
    acceptsForm: true,
    originCheck: "always",
    handle: async ({ userId }, context) =>
      isForm(context) ? signInFromForm(context, userId) : signInAs(context, userId),
  });
}

async function signInAs(context: RequestContext, userId: string): Promise<SignInAsResponse> {
  const user = (await findUser(context.db, userId)) ?? fail(devErrors, "USER_NOT_FOUND");
  const created = await createSession(context, { user, method: "dev", provenFactors: [] });
  const challenge = created.kind === "challenge" ? created.response : null;
  return { signedIn: challenge === null, userId, challenge };
}

/** Handles the page's button. Redirects to the page, or shows why the sign-in failed. */
async function signInFromForm(context: RequestContext, userId: string): Promise<Response> {
  try {
    const { challenge } = await signInAs(context, userId);
    if (challenge === null) return redirectResponse(consolePath(context));
    return failedPage(context, 200, `Another step is required to sign in: ${JSON.stringify(challenge)}`);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return failedPage(context, error.status, error.message, error.code);
  }
}

function failedPage(context: RequestContext, status: number, text: string, code?: string): Response {
  const home = context.origin + consolePath(context);
  const title = "Couldn't sign in";
  const page = renderMessagePage({
    appName: "the console",
    title,
    text,
    home,
    ...(code === undefined ? {} : { code }),
  });
  return htmlResponse(page, status);
}
