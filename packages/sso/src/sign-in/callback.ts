/** Handles the redirect back from an organization's OpenID Connect provider. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  providerOfState,
  type RequestContext,
  readCallbackParameters,
  redirectWithError,
} from "@latchkey/core/plugin";
import { redirect } from "@latchkey/core/shapes";
import type { SsoCalls } from "../contract.ts";
import type { SsoSettings } from "../options.ts";
import { baseURLOf, redirectURIOf, sharedRedirectURIOf } from "../outputs.ts";
import { findProvider } from "../providers/store.ts";
import { createPolicy } from "./policy.ts";
import { connectTo } from "./runtime.ts";

const common = {
  method: "GET",
  // Accepts any input, because a browser shows the response, and errors must go into the URL instead of JSON.
  input: input.openObject<Readonly<Record<string, unknown>>>({}),
  output: redirect,
  rateLimit: { window: 60, max: 60 },
} as const;

/** Handles a single provider's callback. */
export function callbackSSO(settings: SsoSettings): EndpointOf<SsoCalls["callbackSSO"]> {
  return defineEndpoint({
    ...common,
    path: "/sso/callback/:providerId",
    summary: "Handle an identity provider's callback",
    // The most expensive sign-in creates a user and a member, and accepts an invitation to teams.
    queryBudget: 30,
    handle: ({ providerId, ...given }, context) => complete(context, settings, given, String(providerId)),
  });
}

/**
 * Handles the callback that several providers share. The state contains the provider that the sign-in was started with,
 * and the response must name the same one. Otherwise, a provider could redirect a user to a different provider, and get
 * a code that signs in there.
 */
export function callbackSSOShared(settings: SsoSettings): EndpointOf<SsoCalls["callbackSSOShared"]> {
  return defineEndpoint({
    ...common,
    path: "/sso/callback",
    summary: "Handle the callback that identity providers share",
    // Includes one more, to find the provider.
    queryBudget: 31,
    handle: (given, context) => complete(context, settings, given, null),
  });
}

/** @param named the provider in the path. `null` at the shared callback */
async function complete(
  context: RequestContext,
  settings: SsoSettings,
  given: Readonly<Record<string, unknown>>,
  named: string | null,
): Promise<Response> {
  const parameters = readCallbackParameters(given);
  if (!parameters) return redirectWithError(context, null, "invalid_callback_request");
  const { state } = parameters;
  if (!state) return redirectWithError(context, null, "state_not_found");
  const providerId = named ?? (await providerOfState(context, state));
  if (providerId === null) return redirectWithError(context, null, "please_restart_the_process");
  const row = await findProvider(context.db, providerId);
  const provider = row?.enabled ? await connectTo(context, settings, row) : null;
  const isShared = named === null;
  const baseURL = baseURLOf(context);
  const redirectURI = isShared ? sharedRedirectURIOf(baseURL, settings) : redirectURIOf(baseURL, providerId);
  if (!row || !provider || redirectURI === null) return redirectWithError(context, null, "oauth_provider_not_found");
  return provider.completeCallback(context, createPolicy(settings, row), state, parameters, { redirectURI, isShared });
}
