/** `/link-social`: one more way in for whoever is signed in. */

import * as z from "zod";
import { fail } from "../../http/errors.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { requireInPerson, requireSession } from "../../sessions/guards.ts";
import { arriveByIdToken } from "./direct.ts";
import { linkErrors, SocialRefusal } from "./errors.ts";
import type { LinkSocialInput, SocialLinked, SocialRedirect } from "./inputs.ts";
import { linkAccount } from "./link.ts";
import type { SocialSettings } from "./options.ts";
import { linkOutput } from "./outputs.ts";
import { checkTargets, linkFields, redirectTo } from "./sign-in.ts";

const input: z.ZodType<LinkSocialInput> = z.object(linkFields);

/** What a refusal of the callback is called in an answer. */
const codes: Readonly<Record<string, keyof typeof linkErrors>> = {
  account_already_linked_to_different_user: "SOCIAL_ACCOUNT_ALREADY_LINKED",
  email_does_not_match: "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED",
};

export function linkSocial(settings: SocialSettings): Endpoint<LinkSocialInput, SocialRedirect | SocialLinked> {
  return defineEndpoint({
    method: "POST",
    path: "/link-social",
    summary: "Link an account of a provider",
    input,
    output: linkOutput,
    guards: [requireSession, requireInPerson],
    errors: linkErrors,
    statements: 6,
    rateLimit: { window: 60, max: 20 },
    async handle(body, context) {
      const targets = await checkTargets(context, body);
      const connection = settings.connections.get(body.provider) ?? fail(linkErrors, "PROVIDER_NOT_FOUND");
      const active = { session: context.session, user: context.user, joined: context.joined };
      if (!settings.linking.enabled) fail(linkErrors, "LINKING_NOT_ALLOWED");
      if (!body.idToken) {
        const wish = { ...targets, newUserCallbackURL: null, requestSignUp: false, linkTo: active.user.id };
        return redirectTo(context, connection, body, wish);
      }
      const arrival = await arriveByIdToken(context, connection, body.idToken);
      try {
        await linkAccount(context, settings, connection, arrival, active);
      } catch (error) {
        if (error instanceof SocialRefusal) fail(linkErrors, codes[error.code] ?? "LINKING_FAILED", { cause: error });
        throw error;
      }
      return { url: "", status: true, redirect: false };
    },
  });
}
