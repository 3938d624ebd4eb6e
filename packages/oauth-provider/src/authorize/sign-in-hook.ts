/**
 * Returns users to the client's request after they sign in with any method. Pages send the query that they were opened
 * with as `oauth_query`.
 */

import { type EndpointHook, type RequestContext, sessionCookies } from "@latchkey/core/plugin";
import { issuerOf } from "../issuer.ts";
import { readSignedQuery } from "./pending.ts";

/** Returns the URL to continue at after a sign-in. `null` if it isn't part of a client's request. */
function returnURL(context: RequestContext): string | null {
  const sent = (context.rawInput as { readonly oauth_query?: unknown } | null)?.oauth_query;
  const id = readSignedQuery(context, sent);
  if (id === null) return null;
  const signature = new URLSearchParams(String(sent)).get("sig") ?? "";
  return `${issuerOf(context)}/oauth2/authorize?${new URLSearchParams({ rid: id, sig: signature })}`;
}

/** The hook of all calls that sign in. */
export const signInHook: EndpointHook = {
  on: ({ stages }) => stages?.includes("signIn") === true,
  before(input, context) {
    const callbackURL = returnURL(context);
    // Sign-in with a provider or an email link redirects there.
    return callbackURL === null ? input : { ...(input as object), callbackURL };
  },
  after(output, context) {
    const url = returnURL(context);
    const name = context.settings.cookie(sessionCookies.token).name;
    // A response with a challenge or a provider's URL has no session yet. Those sign-ins redirect on their own later.
    const hasSession = context.reply.cookies().some((cookie) => cookie.name === name && cookie.value !== "");
    const isPlain = typeof output === "object" && output !== null && !(output instanceof Response);
    return url !== null && hasSession && isPlain ? { ...output, redirect: true, url } : output;
  },
};
