/** Signs in with a provider, with a redirect or directly with an ID token. */

import { AuthError, fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import type { CoreModels } from "../../plugin/types.ts";
import { presentUser } from "../../sessions/present.ts";
import type { AccountSettings } from "./account-settings.ts";
import { createAuthorizationURL } from "./authorization-url.ts";
import type { Connection } from "./connection.ts";
import type { IdTokenInput, LinkSocialInput, SignInSocialInput, SocialRedirect, SocialSignedIn } from "./contract.ts";
import type { IdTokenSignInOptions, RedirectTargets } from "./flows.ts";
import { getIdentityFromIdToken } from "./id-token-sign-in.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";
import { signInWithIdentity } from "./sign-in-with-identity.ts";
import { SocialError } from "./social-error.ts";

export async function startSignIn(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  input: SignInSocialInput,
  targets: RedirectTargets,
): Promise<SocialRedirect | SocialSignedIn> {
  const requestSignUp = input.requestSignUp ?? false;
  if (input.idToken) return signInWithIdToken(context, settings, connection, input.idToken, { requestSignUp });
  const newUserCallbackURL =
    input.newUserCallbackURL === undefined
      ? null
      : await checkRedirect(context, "newUserCallbackURL", input.newUserCallbackURL);
  return redirectToProvider(context, connection, input, {
    ...targets,
    newUserCallbackURL,
    requestSignUp,
    linkToUserId: null,
  });
}

type RedirectInput = Omit<Parameters<typeof createAuthorizationURL>[2], "additionalScopes" | "loginHint">;

/** @throws {AuthError} `PROVIDER_UNAVAILABLE` */
export async function redirectToProvider(
  context: RequestContext,
  connection: Connection,
  { scopes = [], loginHint, disableRedirect = false }: LinkSocialInput,
  targets: RedirectInput,
): Promise<SocialRedirect> {
  const url = await createAuthorizationURL(context, connection, {
    ...targets,
    additionalScopes: scopes,
    loginHint,
  }).catch((cause) => {
    if (connection.provider.discovery === undefined || cause instanceof AuthError) throw cause;
    return fail(signInSocialErrors, "PROVIDER_UNAVAILABLE", { cause });
  });
  if (!disableRedirect) context.reply.setHeader("location", url);
  return { url, redirect: !disableRedirect };
}

/** Maps the callback's error codes to this call's. */
const signInErrorCodes: Readonly<Record<string, keyof typeof signInSocialErrors>> = {
  email_not_found: "USER_EMAIL_NOT_FOUND",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
};

/** Signs in with an ID token that the provider gave to the app itself. */
export async function signInWithIdToken(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  given: IdTokenInput,
  { requestSignUp = false, disableSignUp = false }: IdTokenSignInOptions,
): Promise<SocialSignedIn | CoreModels["challenge"]> {
  const identity = await getIdentityFromIdToken(context, connection, given);
  try {
    const signIn = { context, settings, connection, identity, requestSignUp, disableSignUp };
    const { created } = await signInWithIdentity(signIn);
    if (created.kind === "challenge") return created.response;
    return { redirect: false, token: created.token, user: presentUser(context, created.active.user) };
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    const code = signInErrorCodes[error.code] ?? "OAUTH_LINK_ERROR";
    return fail(signInSocialErrors, code, {
      cause: error,
      ...(code === "OAUTH_LINK_ERROR" ? { message: error.code.replaceAll("_", " ") } : {}),
    });
  }
}
