/** Sessions as JSON, and a session as anyone. */

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
  messagePage,
  type RequestContext,
  redirectResponse,
} from "@latchkey/core/plugin";
import type { ConsoleGuards } from "../access/guards.ts";
import { consolePath, isForm } from "../console/paths.ts";
import type { DevCalls, SignedInAs } from "../contract.ts";
import { devErrors } from "../errors.ts";
import { sessionsOutput, signedInAsOutput } from "../outputs.ts";
import { listLiveSessions } from "./store.ts";

/** The newest 100 sessions that are alive. */
export function devSessions(guards: ConsoleGuards): EndpointOf<DevCalls["devSessions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/dev/sessions",
    summary: "Sessions that are alive",
    output: sessionsOutput,
    guards: [guards.data],
    statements: 1,
    handle: (_, context) => listLiveSessions(context),
  });
}

/** Makes a session with nothing proven. Every gate is asked: whoever is kept out elsewhere is kept out here. */
export function devSignInAs(guards: ConsoleGuards): EndpointOf<DevCalls["devSignInAs"]> {
  const { EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION } = emailPasswordErrors;
  return defineEndpoint({
    method: "POST",
    path: "/dev/sign-in-as",
    summary: "Sign in as any user",
    input: input.object({ userId: input.id }),
    output: signedInAsOutput,
    moments: ["signIn"],
    guards: [guards.data],
    errors: { USER_NOT_FOUND: devErrors.USER_NOT_FOUND, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION },
    statements: 4,
    form: true,
    origin: "always",
    handle: async ({ userId }, context) => (isForm(context) ? byForm(context, userId) : signInAs(context, userId)),
  });
}

async function signInAs(context: RequestContext, userId: string): Promise<SignedInAs> {
  const user = (await findUser(context.db, userId)) ?? fail(devErrors, "USER_NOT_FOUND");
  const created = await createSession(context, { user, method: "dev", proven: [] });
  const challenge = created.kind === "challenge" ? created.answer : null;
  return { signedIn: challenge === null, userId, challenge };
}

/** For the button on the page: back to it, or a page that says what stood in the way. */
async function byForm(context: RequestContext, userId: string): Promise<Response> {
  try {
    const { challenge } = await signInAs(context, userId);
    if (challenge === null) return redirectResponse(consolePath(context));
    return refused(context, 200, `A gate asks for one more step: ${JSON.stringify(challenge)}`);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return refused(context, error.status, error.message, error.code);
  }
}

function refused(context: RequestContext, status: number, text: string, code?: string): Response {
  const home = context.origin + consolePath(context);
  const title = "You are not signed in";
  const page = messagePage({ appName: "the console", title, text, home, ...(code === undefined ? {} : { code }) });
  return htmlResponse(page, status);
}
