/** `/link-social` links another sign-in method to the signed-in user. */

import { fail } from "../../http/errors.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { denyGuest, denyImpersonation, requireSession } from "../../sessions/guards.ts";
import type { SocialCalls } from "./contract.ts";
import { linkErrors } from "./errors.ts";
import type { SocialSettings } from "./options.ts";
import { linkSocialOutput } from "./outputs.ts";
import { authorizationFields, checkRedirects } from "./sign-in.ts";

export function linkSocial(settings: SocialSettings): EndpointOf<SocialCalls["linkSocial"]> {
  return defineEndpoint({
    method: "POST",
    path: "/link-social",
    summary: "Link a provider account",
    input: input.object(authorizationFields),
    output: linkSocialOutput,
    guards: [requireSession, denyImpersonation, denyGuest],
    errors: linkErrors,
    queryBudget: 6,
    rateLimit: { window: 60, max: 20 },
    async handle(body, context) {
      const targets = await checkRedirects(context, body);
      const flows = settings.flows.get(body.provider) ?? fail(linkErrors, "PROVIDER_NOT_FOUND");
      return flows.link(context, body, targets, { session: context.session, user: context.user });
    },
  });
}
