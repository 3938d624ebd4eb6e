/** `/link-social` links another sign-in method to the signed-in user. */

import { fail } from "../../http/errors.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { denyGuest, denyImpersonation, requireSession } from "../../sessions/guards.ts";
import type { SocialCalls } from "./contract.ts";
import { linkErrors } from "./errors.ts";
import type { GenericOAuthCalls } from "./generic-oauth-contract.ts";
import type { SocialSettings } from "./options.ts";
import { linkSocialOutput } from "./outputs.ts";
import { authorizationFields, checkRedirects, genericFields } from "./sign-in.ts";

/** Shared by `/link-social` and its better-auth path. */
const socialLink = {
  method: "POST",
  output: linkSocialOutput,
  guards: [requireSession, denyImpersonation, denyGuest],
  errors: linkErrors,
  queryBudget: 6,
  rateLimit: { window: 60, max: 20 },
} as const;

export function linkSocial(settings: SocialSettings): EndpointOf<SocialCalls["linkSocial"]> {
  return defineEndpoint({
    ...socialLink,
    path: "/link-social",
    summary: "Link a provider account",
    input: input.object(authorizationFields),
    async handle(body, context) {
      const targets = await checkRedirects(context, body);
      const flows = settings.flows.get(body.provider) ?? fail(linkErrors, "PROVIDER_NOT_FOUND");
      return flows.link(context, body, targets, { session: context.session, user: context.user });
    },
  });
}

/** The same endpoint at the path of better-auth 1.6. */
export function oAuth2LinkAccount(settings: SocialSettings): EndpointOf<GenericOAuthCalls["oAuth2LinkAccount"]> {
  return defineEndpoint({
    ...socialLink,
    path: "/oauth2/link",
    aliasOf: "/link-social",
    summary: "Link a provider account, as better-auth's generic OAuth plugin does",
    input: input.object(genericFields),
    async handle({ providerId: provider, ...body }, context) {
      const targets = await checkRedirects(context, body, "/oauth2/callback");
      const flows = settings.flows.get(provider) ?? fail(linkErrors, "PROVIDER_NOT_FOUND");
      const active = { session: context.session, user: context.user };
      return flows.link(context, { ...body, provider }, targets, active);
    },
  });
}
