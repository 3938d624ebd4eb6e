/**
 * Handles unsolicited responses, such as from an app tile. Each starts a sign-in with a request. Identity providers
 * that ignore requests, or don't return their relay state, reply with another unsolicited response, so a second one
 * ends the sign-in.
 */

import {
  buildRedirect,
  checkRedirect,
  type RequestContext,
  readSignedCookie,
  redirectResponse,
  redirectWithError,
  type SafeURL,
  setSignedCookie,
} from "@latchkey/core/plugin";

/** The base name of the cookie with the provider whose response led to the request. */
export const unsolicitedCookie = "sso_unsolicited";

/** How long a second response counts as a reply to the request, in seconds. After that, it's a new visit. */
const repliesWithin = 60;

/**
 * Starts a sign-in instead of reading an unsolicited response. Anyone could have posted the response in someone else's
 * browser, so its contents aren't used. Its relay state can be one of the app's pages, but not an endpoint, which could
 * start an endless loop of sign-ins.
 */
export async function startAgain(context: RequestContext, providerId: string, relayState: string): Promise<Response> {
  const { basePath } = context.settings;
  const page = relayState === "" ? null : await checkRedirect(context, "callbackURL", relayState).catch(() => null);
  const isPage = page !== null && !new URL(page, context.origin).pathname.startsWith(`${basePath}/`);
  const path = `${basePath}/sso/initiate/${encodeURIComponent(providerId)}` as SafeURL;
  const query = { unsolicited: "true", ...(isPage ? { target_link_uri: page } : {}) };
  return redirectResponse(buildRedirect(context, path, query), 303);
}

/** Sets a cookie that says that an unsolicited response led to a request to the provider. */
export function rememberUnsolicited(context: RequestContext, providerId: string): void {
  setSignedCookie(context, unsolicitedCookie, providerId, repliesWithin);
}

/** Ends the sign-in if an unsolicited response in this browser just led to a request. Otherwise, returns `null`. */
export function endLoop(context: RequestContext, provider: string): Response | null {
  if (readSignedCookie(context, unsolicitedCookie) !== provider) return null;
  forgetUnsolicited(context);
  const reason = "The identity provider ignores sign-in requests, or doesn't return their RelayState.";
  context.log.warn("A SAML response was rejected", { provider, reason });
  return redirectWithError(context, null, "saml_in_response_to_mismatch");
}

/** Clears the cookie. Call it when the provider has responded to the request. */
export function forgetUnsolicited(context: RequestContext): void {
  if (readSignedCookie(context, unsolicitedCookie) === null) return;
  context.reply.clearCookie(context.settings.cookie(unsolicitedCookie));
}
