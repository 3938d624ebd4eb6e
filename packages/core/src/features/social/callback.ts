/** `/callback/:id` handles the redirect back from a provider. RFC 6749, section 4.1.2. */

import type { SafeURL } from "../../http/origins.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { redirect } from "../../shapes/shape.ts";
import type { SocialCalls } from "./contract.ts";
import { redirectWithError } from "./error-redirect.ts";
import type { CallbackPath } from "./flows.ts";
import type { GenericOAuthCalls } from "./generic-oauth-contract.ts";
import type { SocialSettings } from "./options.ts";
import type { CallbackParameters } from "./provider.ts";

/** Maximum length of one parameter and of all parameters, in characters. Some providers' codes are long. */
const maxParameterLength = 8_192;
const maxTotalLength = 16_384;

/** Shared by `/callback/:id` and its better-auth path. */
const providerCallback = {
  method: ["GET", "POST"],
  output: redirect,
  // The longest path recovers a user by email. An existing user takes five queries, a new one six.
  queryBudget: 15,
  rateLimit: { window: 60, max: 60 },
  acceptsForm: true,
  // The provider's own page posts here. The state protects against forged requests.
  originCheck: "exempt",
} as const;

export function callback(settings: SocialSettings): EndpointOf<SocialCalls["callbackOAuth"]> {
  return defineEndpoint({
    ...providerCallback,
    path: "/callback/:id",
    summary: "Handle the provider's callback",
    // Accept anything. A browser shows the response, so errors go into the URL, not into JSON.
    input: input.openObject({}),
    handle: ({ id, ...given }, context) => handleCallback(context, settings, "/callback", String(id), given),
  });
}

/** The same endpoint at the path of better-auth 1.6. */
export function oAuth2Callback(settings: SocialSettings): EndpointOf<GenericOAuthCalls["oAuth2Callback"]> {
  return defineEndpoint({
    ...providerCallback,
    path: "/oauth2/callback/:providerId",
    aliasOf: "/callback/:id",
    summary: "Handle the provider's callback, at better-auth's generic OAuth path",
    input: input.openObject({}),
    handle: ({ providerId: id, ...given }, context) =>
      handleCallback(context, settings, "/oauth2/callback", String(id), given),
  });
}

/** Handles the redirect back from a provider. @param callbackPath where the provider sent the browser */
async function handleCallback(
  context: RequestContext,
  settings: SocialSettings,
  callbackPath: CallbackPath,
  id: string,
  rawParameters: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const parameters = readCallbackParameters(rawParameters);
  if (!parameters) return redirectWithError(context, null, "invalid_callback_request");
  // A cross-site POST carries no cookies. Redirecting it as a GET sends them, too.
  if (context.method === "POST") return redirectAsGet(context, callbackPath, id, parameters);
  const { state } = parameters;
  if (!state) return redirectWithError(context, null, "state_not_found");
  const flows = settings.flows.get(id);
  if (!flows) return redirectWithError(context, null, "oauth_provider_not_found");
  return flows.completeCallback(context, state, parameters);
}

function redirectAsGet(
  context: RequestContext,
  callbackPath: CallbackPath,
  id: string,
  parameters: CallbackParameters,
): Response {
  const path = `${context.settings.basePath}${callbackPath}/${encodeURIComponent(id)}` as SafeURL;
  return redirectResponse(buildRedirect(context, path, parameters));
}

/** Returns the parameters, or `null` if they don't look like a provider's. */
export function readCallbackParameters(rawParameters: Readonly<Record<string, unknown>>): CallbackParameters | null {
  const parameters: Record<string, string> = {};
  let totalLength = 0;
  for (const [name, value] of Object.entries(rawParameters)) {
    if (typeof value !== "string" || value.length > maxParameterLength || !/^[\w.-]{1,64}$/.test(name)) return null;
    totalLength += value.length;
    if (totalLength > maxTotalLength) return null;
    parameters[name] = value;
  }
  return parameters;
}
