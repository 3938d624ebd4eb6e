/**
 * Returns users to the client's request after they sign in with any method. Pages send the query of their URL as
 * `oauth_query`.
 */

import { type EndpointHook, type RequestContext, sessionCookies } from "@latchkey/core/plugin";
import { findPending, readSignedQuery, resumeURL } from "./pending.ts";

/** Returns the id of the request that the page sent. `null` if the call isn't part of one. */
function sentRequest(context: RequestContext): string | null {
  return readSignedQuery(context, (context.rawInput as { readonly oauth_query?: unknown } | null)?.oauth_query);
}

/** The hook for all calls that sign in or start a sign-in. */
export const signInHook: EndpointHook = {
  on: ({ stages, startsSignIn }) => startsSignIn === true || stages?.includes("signIn") === true,
  before(input, context) {
    const id = sentRequest(context);
    if (id === null) return input;
    context.continuation = id;
    // Sign-ins with a provider or an email link redirect there. So do new users, because the client is waiting for
    // them.
    const { newUserCallbackURL: _, ...rest } = input as { readonly newUserCallbackURL?: unknown };
    return { ...rest, callbackURL: resumeURL(context, id) };
  },
  async after(output, context) {
    const id = context.continuation;
    const name = context.settings.cookie(sessionCookies.token).name;
    // A response with a challenge or a provider's URL has no session yet. Those sign-ins redirect later.
    const hasSession = context.reply.cookies().some((cookie) => cookie.name === name && cookie.value !== "");
    const isPlain = typeof output === "object" && output !== null && !(output instanceof Response);
    if (id === null || !hasSession || !isPlain) return output;
    // The first step of the sign-in could have been in another browser, or long ago.
    const isWaiting = sentRequest(context) === id || (await findPending(context, id)) !== null;
    return isWaiting ? { ...output, redirect: true, url: resumeURL(context, id) } : output;
  },
};
