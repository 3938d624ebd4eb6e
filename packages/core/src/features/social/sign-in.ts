/** `/sign-in/social`: to the provider and back, or at once with an id token. */

import { AuthError, fail } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { presentUser } from "../../sessions/present.ts";
import { admit } from "./admit.ts";
import { authorize } from "./authorize.ts";
import type { Connection } from "./connection.ts";
import type { IdTokenInput, LinkSocialInput, SocialCalls, SocialRedirect, SocialSignedIn } from "./contract.ts";
import { arriveByIdToken } from "./direct.ts";
import { SocialRefusal, signInSocialErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";
import { socialSignInOutput } from "./outputs.ts";

const providerToken = input.text({ min: 1, max: 16_384 });
const seconds = input.number({ min: 1, max: 253_402_300_799 });

const idToken: input.InputField<IdTokenInput> = input.object({
  token: providerToken,
  nonce: input.optional(input.text({ min: 1, max: 512 })),
  accessToken: input.optional(providerToken),
  refreshToken: input.optional(providerToken),
  expiresAt: input.optional(input.check(seconds, Number.isInteger, "must be a whole number")),
});

/** Fields that signing in and linking have in common. */
export const linkFields: input.InputFields<LinkSocialInput> = {
  provider: input.text({ min: 1, max: 64 }),
  callbackURL: input.target,
  errorCallbackURL: input.target,
  // RFC 6749, section 3.3, and no comma: some providers separate by it.
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
    input: input.object({
      ...linkFields,
      newUserCallbackURL: input.target,
      requestSignUp: input.optional(input.flag),
    }),
    output: socialSignInOutput,
    moments: ["signUp", "signIn"],
    errors: signInSocialErrors,
    // As the callback's, with an id token. Without one, one.
    statements: 15,
    rateLimit: { window: 60, max: 20 },
    origin: "always",
    async handle(body, context) {
      const targets = await checkTargets(context, body);
      const connection = settings.connections.get(body.provider) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
      const requestSignUp = body.requestSignUp ?? false;
      if (body.idToken) return signInByIdToken(context, settings, connection, body.idToken, requestSignUp);
      const newUserCallbackURL =
        body.newUserCallbackURL === undefined
          ? null
          : await checkRedirect(context, "newUserCallbackURL", body.newUserCallbackURL);
      return redirectTo(context, connection, body, { ...targets, newUserCallbackURL, requestSignUp, linkTo: null });
    },
  });
}

/** Where to go afterwards, checked. */
export async function checkTargets(
  context: RequestContext,
  { callbackURL, errorCallbackURL }: Pick<LinkSocialInput, "callbackURL" | "errorCallbackURL">,
): Promise<{ readonly callbackURL: SafeURL; readonly errorCallbackURL: SafeURL | null }> {
  return {
    callbackURL: await checkRedirect(context, "callbackURL", callbackURL ?? "/"),
    errorCallbackURL:
      errorCallbackURL === undefined ? null : await checkRedirect(context, "errorCallbackURL", errorCallbackURL),
  };
}

type Targets = Omit<Parameters<typeof authorize>[2], "furtherScopes" | "loginHint">;

/** @throws {AuthError} `PROVIDER_UNAVAILABLE` */
export async function redirectTo(
  context: RequestContext,
  connection: Connection,
  { scopes = [], loginHint, disableRedirect = false }: LinkSocialInput,
  targets: Targets,
): Promise<SocialRedirect> {
  const url = await authorize(context, connection, { ...targets, furtherScopes: scopes, loginHint }).catch((cause) => {
    if (connection.provider.discovery === undefined || cause instanceof AuthError) throw cause;
    return fail(signInSocialErrors, "PROVIDER_UNAVAILABLE", { cause });
  });
  if (!disableRedirect) context.reply.setHeader("location", url);
  return { url, redirect: !disableRedirect };
}

/** What a refusal of the callback is called in an answer. */
const codes: Readonly<Record<string, keyof typeof signInSocialErrors>> = {
  email_not_found: "USER_EMAIL_NOT_FOUND",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
};

async function signInByIdToken(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  given: IdTokenInput,
  requestSignUp: boolean,
): Promise<SocialSignedIn> {
  const arrival = await arriveByIdToken(context, connection, given);
  try {
    const { created } = await admit({ context, settings, connection, arrival, requestSignUp });
    if (created.kind === "challenge") return created.answer;
    return { redirect: false, token: created.token, user: presentUser(context, created.active.user) };
  } catch (error) {
    if (!(error instanceof SocialRefusal)) throw error;
    const code = codes[error.code] ?? "OAUTH_LINK_ERROR";
    return fail(signInSocialErrors, code, {
      cause: error,
      ...(code === "OAUTH_LINK_ERROR" ? { message: error.code.replaceAll("_", " ") } : {}),
    });
  }
}
