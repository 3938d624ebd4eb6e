/** The calls of users who sign in with an organization's identity provider. */

import { checkRedirects, defineEndpoint, type EndpointOf, input, redirectResponse } from "@latchkey/core/plugin";
import { boolean, list, object, oneOf, redirect, text } from "@latchkey/core/shapes";
import type { DiscoveredProviders, InitiateSsoQuery, SignInSsoInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { scopeField } from "../providers/input.ts";
import { typeOf } from "../providers/store.ts";
import { endLoop, rememberUnsolicited } from "../saml-sign-in/unsolicited.ts";
import { findForSignIn, findProvidersByEmail } from "./find.ts";
import { startWithProvider } from "./start.ts";

/** Finds the providers for an email. Anyone can call it, so it doesn't reveal anything about users. */
export const discoverSSO: EndpointOf<SsoCalls["discoverSSO"]> = defineEndpoint({
  method: "POST",
  path: "/sso/discover",
  summary: "Find the identity providers for an email",
  input: input.object({ email: input.email }),
  output: object<DiscoveredProviders>({
    required: boolean,
    providers: list(
      object<DiscoveredProviders["providers"][number]>({ providerId: text, name: text, type: oneOf("oidc", "saml") }),
    ),
  }),
  rateLimit: { window: 60, max: 20 },
  queryBudget: 2,
  async handle({ email }, { db }) {
    const { rows, isRequired } = await findProvidersByEmail(db, email);
    return {
      required: isRequired,
      providers: rows.map((row) => ({ providerId: row.providerId, name: row.name, type: typeOf(row) })),
    };
  },
});

/** Starts a sign-in. */
export function signInSSO(settings: SsoSettings): EndpointOf<SsoCalls["signInSSO"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/sso",
    summary: "Sign in with an organization's identity provider",
    startsSignIn: true,
    input: input.object<SignInSsoInput>({
      email: input.optional(input.email),
      domain: input.optional(input.text({ min: 1, max: 255 })),
      organizationSlug: input.optional(input.text({ min: 1, max: 64 })),
      providerId: input.optional(input.id),
      providerType: input.optional(input.oneOf("oidc", "saml")),
      callbackURL: input.target,
      errorCallbackURL: input.target,
      newUserCallbackURL: input.target,
      scopes: input.optional(input.list(scopeField, { max: 50 })),
      loginHint: input.optional(input.text({ max: 320 })),
    }),
    output: object({ url: text, redirect: boolean }),
    errors: pickErrors("SSO_PROVIDER_NOT_FOUND", "SSO_DOMAIN_NOT_VERIFIED", "PROVIDER_UNAVAILABLE"),
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    queryBudget: 4,
    async handle(given, context) {
      const targets = await checkRedirects(context, given);
      const row = await findForSignIn(context, given);
      const { newUserCallbackURL, scopes, loginHint = given.email } = given;
      const start = { ...targets, newUserCallbackURL, scopes, loginHint };
      const url = await startWithProvider(context, settings, row, start);
      context.reply.setHeader("location", url);
      return { url, redirect: true };
    },
  });
}

/**
 * Starts a sign-in from a link at the identity provider. The provider's parameters only suggest who should sign in. Its
 * claims come with the response to this request, so nothing unsolicited signs anyone in.
 */
export function initiateSSO(settings: SsoSettings): EndpointOf<SsoCalls["initiateSSO"]> {
  return defineEndpoint({
    method: "GET",
    path: "/sso/initiate/:providerId",
    summary: "Start a sign-in from an identity provider",
    input: input.object<InitiateSsoQuery & { readonly providerId: string }>({
      providerId: input.id,
      iss: input.optional(input.text({ max: 2048 })),
      target_link_uri: input.target,
      login_hint: input.optional(input.text({ max: 320 })),
      unsolicited: input.optional(input.flag),
    }),
    output: redirect,
    errors: pickErrors("SSO_PROVIDER_NOT_FOUND", "SSO_DOMAIN_NOT_VERIFIED", "PROVIDER_UNAVAILABLE"),
    rateLimit: { window: 60, max: 20 },
    queryBudget: 3,
    async handle({ providerId, iss, target_link_uri: callbackURL, login_hint: loginHint, unsolicited }, context) {
      const targets = await checkRedirects(context, { callbackURL });
      const row = await findForSignIn(context, { providerId });
      if (iss !== undefined && iss !== row.issuer) failWith("SSO_PROVIDER_NOT_FOUND");
      const ended = unsolicited ? endLoop(context, providerId) : null;
      if (ended) return ended;
      const url = await startWithProvider(context, settings, row, { ...targets, loginHint });
      if (unsolicited) rememberUnsolicited(context, providerId);
      return redirectResponse(url);
    },
  });
}
