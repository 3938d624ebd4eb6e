/** Completes a sign-in or account linking after the redirect back from a provider. */

import { InsertFailed, UniqueViolation } from "../../database/errors.ts";
import { AuthError } from "../../http/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect, checkRedirect } from "../../kernel/redirect.ts";
import { challengeQuery, StaleUserError } from "../../kernel/sign-in-attempt.ts";
import { readSession } from "../../sessions/read.ts";
import type { AccountSettings } from "./account-settings.ts";
import type { Connection } from "./connection.ts";
import { redirectWithError } from "./error-redirect.ts";
import { getIdentityFromCode } from "./identity.ts";
import { linkAccount } from "./link.ts";
import type { SignInTrial } from "./policy.ts";
import type { CallbackParameters } from "./provider.ts";
import type { ProviderIdentity } from "./provider-identity.ts";
import { signInWithIdentity } from "./sign-in-with-identity.ts";
import { SocialError } from "./social-error.ts";
import { type AuthorizationIntent, consumeState, type OAuthChecks } from "./state.ts";

export async function completeCallback(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  state: string,
  parameters: CallbackParameters,
): Promise<Response> {
  const intent = await consumeState(context, connection.provider.id, state);
  if (!intent) return redirectWithError(context, null, "please_restart_the_process");
  try {
    // These were checked when they were stored, but the app's trusted origins may have changed since.
    await recheckRedirects(context, intent);
    const { redirectURI = intent.redirectURI } = connection.arrival ?? {};
    if (redirectURI !== intent.redirectURI) throw new SocialError("please_restart_the_process");
    const trial = connection.policy?.trial;
    if (trial && intent.policyRevision === trial.revision)
      return await finishTrial(context, connection, trial, intent, parameters);
    if (intent.policyRevision !== connection.policy?.revision) throw new SocialError("please_restart_the_process");
    if (parameters.error) return await redirectDenied(context, intent, parameters);
    if (!parameters.code) throw new SocialError("no_code");
    return intent.linkToUserId === null
      ? await finishSignIn(context, settings, connection, intent, parameters)
      : await finishLink(context, settings, connection, intent, parameters);
  } catch (error) {
    return redirectForError(context, intent, error);
  }
}

async function finishSignIn(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  intent: AuthorizationIntent & OAuthChecks,
  parameters: CallbackParameters,
): Promise<Response> {
  const identity = await getIdentityFromCode(context, connection, intent, parameters);
  const { requestSignUp } = intent;
  const { created, isNewUser } = await signInWithIdentity({ context, settings, connection, identity, requestSignUp });
  const redirectURL = isNewUser ? (intent.newUserCallbackURL ?? intent.callbackURL) : intent.callbackURL;
  if (created.kind === "session") return redirectResponse(buildRedirect(context, redirectURL));
  return redirectResponse(buildRedirect(context, intent.callbackURL, challengeQuery(created.response)));
}

/** Ends like a sign-in, but creates neither a user nor a session. */
async function finishTrial(
  context: RequestContext,
  connection: Connection,
  trial: SignInTrial,
  intent: AuthorizationIntent & OAuthChecks,
  parameters: CallbackParameters,
): Promise<Response> {
  if (parameters.error) {
    await trial.reject(context, deniedCode(parameters.error));
    return redirectDenied(context, intent, parameters);
  }
  let identity: ProviderIdentity;
  try {
    if (!parameters.code) throw new SocialError("no_code");
    identity = await getIdentityFromCode(context, connection, intent, parameters);
  } catch (error) {
    await trial.reject(context, error instanceof SocialError ? error.code : "internal_server_error");
    throw error;
  }
  await trial.accept(context, identity);
  return redirectResponse(buildRedirect(context, intent.callbackURL));
}

/**
 * Links only if the user who started it is still signed in. Otherwise, an attacker could link their own account to
 * another user.
 */
async function finishLink(
  context: RequestContext,
  settings: AccountSettings,
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

/** The user or the provider declined. Passes on the provider's error. */
function redirectDenied(
  context: RequestContext,
  { errorCallbackURL }: AuthorizationIntent,
  { error = "", error_description }: CallbackParameters,
): Promise<Response> {
  return recheckAndRedirect(context, errorCallbackURL, deniedCode(error), error_description?.slice(0, 300));
}

/** Returns the provider's error if it's a well-formed code, or else `unknown_error`. */
function deniedCode(error: string): string {
  return /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(error) ? error : "unknown_error";
}

/**
 * Turns an error into a redirect. Errors from gates keep their codes. Unexpected errors are logged, and the redirect has
 * only a generic code.
 */
async function redirectForError(
  context: RequestContext,
  intent: AuthorizationIntent,
  error: unknown,
): Promise<Response> {
  const { errorCallbackURL } = intent;
  const redirectWith = (code: string, text?: string): Promise<Response> =>
    recheckAndRedirect(context, errorCallbackURL, code, text);
  if (error instanceof SocialError) return redirectWith(error.code);
  if (error instanceof AuthError && error.status < 500) {
    if (error.code !== "EMAIL_NOT_VERIFIED") return redirectWith(error.code, error.message);
    if (error.details.address !== "missing") return redirectWith("email_not_verified", error.message);
    return errorCallbackURL === null
      ? redirectToAddEmail(context, intent)
      : redirectWith("email_required", error.message);
  }
  context.log.error("A sign-in with a provider failed", { endpoint: context.endpointId, error });
  if (error instanceof UniqueViolation) return redirectWith("unable_to_create_user");
  if (error instanceof InsertFailed && error.table === "user") return redirectWith("unable_to_create_user");
  return redirectWith(
    error instanceof StaleUserError || error instanceof InsertFailed
      ? "unable_to_create_session"
      : "internal_server_error",
  );
}

/** Redirects to the built-in page for adding an email, for apps that don't have one. */
function redirectToAddEmail(context: RequestContext, { callbackURL }: AuthorizationIntent): Response {
  const path = `${context.settings.basePath}/add-email` as SafeURL;
  return redirectResponse(buildRedirect(context, path, { callbackURL }));
}

async function recheckAndRedirect(
  context: RequestContext,
  redirectURL: SafeURL | null,
  code: string,
  text?: string,
): Promise<Response> {
  const checkedURL =
    redirectURL !== null && (await checkRedirect(context, "errorCallbackURL", redirectURL).catch(() => null));
  return redirectWithError(context, checkedURL || null, code, text);
}
