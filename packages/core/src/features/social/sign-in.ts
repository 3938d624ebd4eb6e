/** `/sign-in/social` redirects to a provider, or signs in directly with an id token. */

import { AuthError, fail } from "../../http/errors.ts";
import type { SafeURL } from "../../http/origins.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { presentUser } from "../../sessions/present.ts";
import { createAuthorizationURL } from "./authorization-url.ts";
import type { Connection } from "./connection.ts";
import type { IdTokenInput, LinkSocialInput, SocialCalls, SocialRedirect, SocialSignedIn } from "./contract.ts";
import { SocialError, signInSocialErrors } from "./errors.ts";
import { getIdentityFromIdToken } from "./id-token-sign-in.ts";
import type { SocialSettings } from "./options.ts";
import { socialSignInOutput } from "./outputs.ts";
import { signInWithIdentity } from "./sign-in-with-identity.ts";

const providerToken = input.text({ min: 1, max: 16_384 });
const seconds = input.number({ min: 1, max: 253_402_300_799 });

const idToken: input.InputField<IdTokenInput> = input.object({
  token: providerToken,
  nonce: input.optional(input.text({ min: 1, max: 512 })),
  accessToken: input.optional(providerToken),
  refreshToken: input.optional(providerToken),
  expiresAt: input.optional(input.check(seconds, Number.isInteger, "must be a whole number")),
});

/** Input fields that sign-in and linking share. */
export const authorizationFields: input.InputFields<LinkSocialInput> = {
  provider: input.text({ min: 1, max: 64 }),
  callbackURL: input.target,
  errorCallbackURL: input.target,
  // RFC 6749, section 3.3, without the comma that some providers use as a separator.
  scopes: input.optional(
    input.list(input.text({ pattern: /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255}$/ }), { max: 50 }),
  ),
  disableRedirect: input.optional(input.flag),
  loginHint: input.optional(input.text({ max: 320 })),
  idToken: input.optional(idToken),
};

export function signInSocial(settings: SocialSettings): EndpointOf<SocialCalls["signInSocial"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/social",
    summary: "Sign in by a provider",
    changes: ["session"],
    input: input.object({
      ...authorizationFields,
      newUserCallbackURL: input.target,
      requestSignUp: input.optional(input.flag),
    }),
    output: socialSignInOutput,
    stages: ["signUp", "signIn"],
    errors: signInSocialErrors,
    // With an id token, the same as the callback. Without one, a single query.
    queryBudget: 15,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    async handle(body, context) {
      const targets = await checkRedirects(context, body);
      const connection = settings.connections.get(body.provider) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
      const requestSignUp = body.requestSignUp ?? false;
      if (body.idToken) return signInWithIdToken(context, settings, connection, body.idToken, requestSignUp);
      const newUserCallbackURL =
        body.newUserCallbackURL === undefined
          ? null
          : await checkRedirect(context, "newUserCallbackURL", body.newUserCallbackURL);
      return redirectToProvider(context, connection, body, {
        ...targets,
        newUserCallbackURL,
        requestSignUp,
        linkToUserId: null,
      });
    },
  });
}

/** Checks the redirect targets and fills in the default. */
export async function checkRedirects(
  context: RequestContext,
  { callbackURL, errorCallbackURL }: Pick<LinkSocialInput, "callbackURL" | "errorCallbackURL">,
): Promise<{ readonly callbackURL: SafeURL; readonly errorCallbackURL: SafeURL | null }> {
  return {
    callbackURL: await checkRedirect(context, "callbackURL", callbackURL ?? "/"),
    errorCallbackURL:
      errorCallbackURL === undefined ? null : await checkRedirect(context, "errorCallbackURL", errorCallbackURL),
  };
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

/** Maps error codes of the callback to those of this call. */
const signInErrorCodes: Readonly<Record<string, keyof typeof signInSocialErrors>> = {
  email_not_found: "USER_EMAIL_NOT_FOUND",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
};

async function signInWithIdToken(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  given: IdTokenInput,
  requestSignUp: boolean,
): Promise<SocialSignedIn> {
  const identity = await getIdentityFromIdToken(context, connection, given);
  try {
    const { created } = await signInWithIdentity({ context, settings, connection, identity, requestSignUp });
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
