/** `/link-social` links another sign-in method to the signed-in user. */

import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { denyImpersonation, hasRecentProof, requiredProofs, requireSession } from "../../sessions/guards.ts";
import type { ActiveSession } from "../../tables/session.ts";
import type { SocialCalls } from "./contract.ts";
import { linkErrors, SocialError } from "./errors.ts";
import { getIdentityFromIdToken } from "./id-token-sign-in.ts";
import { linkAccount } from "./link.ts";
import type { SocialSettings } from "./options.ts";
import { linkSocialOutput } from "./outputs.ts";
import { authorizationFields, checkRedirects, redirectToProvider } from "./sign-in.ts";

/** Maps error codes of the callback to those of this call. */
const linkErrorCodes: Readonly<Record<string, keyof typeof linkErrors>> = {
  account_already_linked_to_different_user: "SOCIAL_ACCOUNT_ALREADY_LINKED",
  email_does_not_match: "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED",
};

export function linkSocial(settings: SocialSettings): EndpointOf<SocialCalls["linkSocial"]> {
  return defineEndpoint({
    method: "POST",
    path: "/link-social",
    summary: "Link an account of a provider",
    input: input.object(authorizationFields),
    output: linkSocialOutput,
    guards: [requireSession, denyImpersonation],
    errors: linkErrors,
    queryBudget: 6,
    rateLimit: { window: 60, max: 20 },
    async handle(body, context) {
      const targets = await checkRedirects(context, body);
      const connection = settings.connections.get(body.provider) ?? fail(linkErrors, "PROVIDER_NOT_FOUND");
      const active = { session: context.session, user: context.user };
      if (!settings.linking.enabled) fail(linkErrors, "LINKING_NOT_ALLOWED");
      if (!body.idToken) {
        await requireFreshOrSameProvider(context, active, connection.provider.id);
        const intent = { ...targets, newUserCallbackURL: null, requestSignUp: false, linkToUserId: active.user.id };
        return redirectToProvider(context, connection, body, intent);
      }
      const identity = await getIdentityFromIdToken(context, connection, body.idToken);
      try {
        await linkAccount(context, settings, connection, identity, active);
      } catch (error) {
        if (error instanceof SocialError && error.code === "session_not_fresh") return failNotFresh(active);
        if (error instanceof SocialError)
          fail(linkErrors, linkErrorCodes[error.code] ?? "LINKING_FAILED", { cause: error });
        throw error;
      }
      return { url: "", status: true, redirect: false };
    },
  });
}

/**
 * Requires a recent proof. A user who already has an account at the provider can go there without one, because coming
 * back with that account is such a proof. With another account, the callback rejects the request.
 */
async function requireFreshOrSameProvider(
  context: RequestContext,
  active: ActiveSession,
  providerId: string,
): Promise<void> {
  if (hasRecentProof(context, active)) return;
  if (!(await findAccount(context.db, active.user.id, { providerId }))) failNotFresh(active);
}

function failNotFresh(active: ActiveSession): never {
  return fail(linkErrors, "SESSION_NOT_FRESH", { details: { proof: requiredProofs(active) } });
}
