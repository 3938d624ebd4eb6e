/** `/callback/:id` handles the redirect back from a provider. RFC 6749, section 4.1.2. */

import { InsertFailed, UniqueViolation } from "../../database/errors.ts";
import { AuthError } from "../../http/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect, checkRedirect } from "../../kernel/redirect.ts";
import { challengeQuery, StaleUserError } from "../../kernel/sign-in-attempt.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { readSession } from "../../sessions/read.ts";
import { redirect } from "../../shapes/shape.ts";
import type { Connection } from "./connection.ts";
import type { SocialCalls } from "./contract.ts";
import { SocialError } from "./errors.ts";
import { getIdentityFromCode } from "./identity.ts";
import { linkAccount } from "./link.ts";
import type { SocialSettings } from "./options.ts";
import type { CallbackParameters } from "./provider.ts";
import { signInWithIdentity } from "./sign-in-with-identity.ts";
import { type AuthorizationIntent, consumeState, type OAuthChecks } from "./state.ts";

/** Maximum length of one parameter and of all parameters, in characters. Some providers' codes are long. */
const maxParameterLength = 8_192;
const maxTotalLength = 16_384;

export function callback(settings: SocialSettings): EndpointOf<SocialCalls["callbackOAuth"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/callback/:id",
    summary: "Come back from a provider",
    // Accept anything. A browser shows the response, so errors go into the URL, not into JSON.
    input: input.openObject({}),
    output: redirect,
    // The longest path recovers a user by email. An existing user takes five queries, a new one six.
    queryBudget: 15,
    rateLimit: { window: 60, max: 60 },
    acceptsForm: true,
    // The provider's own page posts here. The state protects against forged requests.
    originCheck: "exempt",
    async handle({ id, ...given }, context) {
      const parameters = readParameters(given);
      if (!parameters) return redirectWithError(context, null, "invalid_callback_request");
      // A cross-site POST carries no cookies. Redirecting it as a GET brings them along.
      if (context.method === "POST") return redirectAsGet(context, String(id), parameters);
      const { state } = parameters;
      if (!state) return redirectWithError(context, null, "state_not_found");
      const connection = settings.connections.get(String(id));
      if (!connection) return redirectWithError(context, null, "oauth_provider_not_found");
      const intent = await consumeState(context, connection.provider.id, state);
      if (!intent) return redirectWithError(context, null, "please_restart_the_process");
      return completeCallback(context, settings, connection, intent, parameters);
    },
  });
}

async function completeCallback(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  intent: AuthorizationIntent & OAuthChecks,
  parameters: CallbackParameters,
): Promise<Response> {
  try {
    // These were checked when they were stored, but the app's trusted origins may have changed since.
    await recheckRedirects(context, intent);
    if (parameters.error) return await redirectDenied(context, intent, parameters);
    if (!parameters.code) throw new SocialError("no_code");
    return intent.linkToUserId === null
      ? await signIn(context, settings, connection, intent, parameters)
      : await link(context, settings, connection, intent, parameters);
  } catch (error) {
    return redirectForError(context, intent, error);
  }
}

async function signIn(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  intent: AuthorizationIntent & OAuthChecks,
  parameters: CallbackParameters,
): Promise<Response> {
  const identity = await getIdentityFromCode(context, connection, intent, parameters);
  const { requestSignUp } = intent;
  const { created, isNewUser } = await signInWithIdentity({ context, settings, connection, identity, requestSignUp });
  const goTo = isNewUser ? (intent.newUserCallbackURL ?? intent.callbackURL) : intent.callbackURL;
  if (created.kind === "session") return redirectResponse(buildRedirect(context, goTo));
  return redirectResponse(buildRedirect(context, intent.callbackURL, challengeQuery(created.response)));
}

/** Links only in the session that started it. Otherwise an attacker could link their own account to another user. */
async function link(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  intent: AuthorizationIntent & OAuthChecks,
  parameters: CallbackParameters,
): Promise<Response> {
  const active = await readSession(context);
  if (!active || active.user.id !== intent.linkToUserId) throw new SocialError("unable_to_link_account");
  const identity = await getIdentityFromCode(context, connection, intent, parameters);
  await linkAccount(context, settings, connection, identity, active);
  return redirectResponse(buildRedirect(context, intent.callbackURL));
}

async function recheckRedirects(context: RequestContext, intent: AuthorizationIntent): Promise<void> {
  try {
    await checkRedirect(context, "callbackURL", intent.callbackURL);
    if (intent.newUserCallbackURL) await checkRedirect(context, "newUserCallbackURL", intent.newUserCallbackURL);
  } catch (error) {
    throw new SocialError("no_callback_url", error);
  }
}

/** The user or the provider declined. Passes on the provider's error, with a limited length. */
function redirectDenied(
  context: RequestContext,
  { errorCallbackURL }: AuthorizationIntent,
  { error = "", error_description }: CallbackParameters,
): Promise<Response> {
  const code = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(error) ? error : "unknown_error";
  return redirectWithErrorChecked(context, errorCallbackURL, code, error_description?.slice(0, 300));
}

/** Turns an error into a redirect. Errors of gates keep their code. Unexpected errors are only logged. */
async function redirectForError(
  context: RequestContext,
  intent: AuthorizationIntent,
  error: unknown,
): Promise<Response> {
  const { errorCallbackURL } = intent;
  const redirectWith = (code: string, text?: string): Promise<Response> =>
    redirectWithErrorChecked(context, errorCallbackURL, code, text);
  if (error instanceof SocialError) return redirectWith(error.code);
  if (error instanceof AuthError && error.status < 500) {
    if (error.code !== "EMAIL_NOT_VERIFIED") return redirectWith(error.code, error.message);
    if (error.details.address !== "missing") return redirectWith("email_not_verified", error.message);
    return errorCallbackURL === null
      ? redirectToAddEmail(context, intent)
      : redirectWith("email_required", error.message);
  }
  context.log.error("A sign-in by a provider failed", { endpoint: context.endpointId, error });
  if (error instanceof UniqueViolation) return redirectWith("unable_to_create_user");
  if (error instanceof InsertFailed && error.table === "user") return redirectWith("unable_to_create_user");
  return redirectWith(
    error instanceof StaleUserError || error instanceof InsertFailed
      ? "unable_to_create_session"
      : "internal_server_error",
  );
}

/** Redirects to the library's own page, for apps without one. */
function redirectToAddEmail(context: RequestContext, { callbackURL }: AuthorizationIntent): Response {
  const path = `${context.settings.basePath}/add-email` as SafeURL;
  return redirectResponse(buildRedirect(context, path, { callbackURL }));
}

async function redirectWithErrorChecked(
  context: RequestContext,
  goTo: SafeURL | null,
  code: string,
  text?: string,
): Promise<Response> {
  const stillSafe = goTo !== null && (await checkRedirect(context, "errorCallbackURL", goTo).catch(() => null));
  return redirectWithError(context, stillSafe || null, code, text);
}

function redirectWithError(context: RequestContext, goTo: SafeURL | null, code: string, text?: string): Response {
  const to = goTo ?? context.settings.errorURL;
  return redirectResponse(buildRedirect(context, to, { error: code, ...(text ? { error_description: text } : {}) }));
}

function redirectAsGet(context: RequestContext, id: string, parameters: CallbackParameters): Response {
  const path = `${context.settings.basePath}/callback/${encodeURIComponent(id)}` as SafeURL;
  return redirectResponse(buildRedirect(context, path, parameters));
}

/** Returns the text parameters, or `null` if they don't look like a provider's. */
function readParameters(given: Readonly<Record<string, unknown>>): CallbackParameters | null {
  const parameters: Record<string, string> = {};
  let totalLength = 0;
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string" || value.length > maxParameterLength || !/^[\w.-]{1,64}$/.test(name)) return null;
    totalLength += value.length;
    if (totalLength > maxTotalLength) return null;
    parameters[name] = value;
  }
  return parameters;
}
