/** `/sign-in/social` redirects to a provider, or signs in directly with an ID token. */

import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import type { IdTokenInput, LinkSocialInput, SocialCalls } from "./contract.ts";
import type { CallbackPath, RedirectTargets } from "./flows.ts";
import type { GenericLinkInput, GenericOAuthCalls } from "./generic-oauth-contract.ts";
import type { SocialSettings } from "./options.ts";
import { socialSignInOutput } from "./outputs.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";

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

const { provider: providerId, idToken: _, ...shared } = authorizationFields;

/** The same fields at the paths of better-auth 1.6. */
export const genericFields: input.InputFields<GenericLinkInput> = { ...shared, providerId };

/** Shared by `/sign-in/social` and its better-auth path. */
const socialSignIn = {
  method: "POST",
  changes: ["session"],
  output: socialSignInOutput,
  stages: ["signUp", "signIn"],
  errors: signInSocialErrors,
  // With an ID token, the same as the callback. Without one, a single query.
  queryBudget: 15,
  rateLimit: { window: 60, max: 20 },
  originCheck: "always",
} as const;

export function signInSocial(settings: SocialSettings): EndpointOf<SocialCalls["signInSocial"]> {
  return defineEndpoint({
    ...socialSignIn,
    path: "/sign-in/social",
    summary: "Sign in with a provider",
    input: input.object({
      ...authorizationFields,
      newUserCallbackURL: input.target,
      requestSignUp: input.optional(input.flag),
    }),
    async handle(body, context) {
      const targets = await checkRedirects(context, body);
      const flows = settings.flows.get(body.provider) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
      return flows.signIn(context, body, targets);
    },
  });
}

/** The same endpoint at the path of better-auth 1.6. */
export function signInWithOAuth2(settings: SocialSettings): EndpointOf<GenericOAuthCalls["signInWithOAuth2"]> {
  return defineEndpoint({
    ...socialSignIn,
    path: "/sign-in/oauth2",
    aliasOf: "/sign-in/social",
    summary: "Sign in with a provider, as better-auth's generic OAuth plugin does",
    input: input.object({
      ...genericFields,
      newUserCallbackURL: input.target,
      requestSignUp: input.optional(input.flag),
    }),
    async handle({ providerId: provider, ...body }, context) {
      const targets = await checkRedirects(context, body, "/oauth2/callback");
      const flows = settings.flows.get(provider) ?? fail(signInSocialErrors, "PROVIDER_NOT_FOUND");
      return flows.signIn(context, { ...body, provider }, targets);
    },
  });
}

/** Checks the redirect targets and fills in the default. */
export async function checkRedirects(
  context: RequestContext,
  { callbackURL, errorCallbackURL }: Pick<LinkSocialInput, "callbackURL" | "errorCallbackURL">,
  callbackPath: CallbackPath = "/callback",
): Promise<RedirectTargets> {
  return {
    callbackPath,
    callbackURL: await checkRedirect(context, "callbackURL", callbackURL ?? "/"),
    errorCallbackURL:
      errorCallbackURL === undefined ? null : await checkRedirect(context, "errorCallbackURL", errorCallbackURL),
  };
}
