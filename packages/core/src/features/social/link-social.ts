/** `/link-social`: one more way in for whoever is signed in. */

import { findAccount } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { isProven, proofsWanted, requireInPerson, requireSession } from "../../sessions/guards.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import type { SocialCalls } from "./contract.ts";
import { arriveByIdToken } from "./direct.ts";
import { linkErrors, SocialRefusal } from "./errors.ts";
import { linkAccount } from "./link.ts";
import type { SocialSettings } from "./options.ts";
import { linkOutput } from "./outputs.ts";
import { checkTargets, linkFields, redirectTo } from "./sign-in.ts";

/** What a refusal of the callback is called in an answer. */
const codes: Readonly<Record<string, keyof typeof linkErrors>> = {
  account_already_linked_to_different_user: "SOCIAL_ACCOUNT_ALREADY_LINKED",
  email_does_not_match: "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED",
};

export function linkSocial(settings: SocialSettings): EndpointOf<SocialCalls["linkSocial"]> {
  return defineEndpoint({
    method: "POST",
    path: "/link-social",
    summary: "Link an account of a provider",
    input: input.object(linkFields),
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
        await checkFresh(context, active, connection.provider.id);
        const wish = { ...targets, newUserCallbackURL: null, requestSignUp: false, linkTo: active.user.id };
        return redirectTo(context, connection, body, wish);
      }
      const arrival = await arriveByIdToken(context, connection, body.idToken);
      try {
        await linkAccount(context, settings, connection, arrival, active);
      } catch (error) {
        if (error instanceof SocialRefusal && error.code === "session_not_fresh") return refuseStale(active);
        if (error instanceof SocialRefusal) fail(linkErrors, codes[error.code] ?? "LINKING_FAILED", { cause: error });
        throw error;
      }
      return { url: "", status: true, redirect: false };
    },
  });
}

/**
 * The session must have proven who its user is not long ago. The way to the provider is open all the same to somebody who
 * has an account there: coming back with that account is such a proof. With another account the callback refuses.
 */
async function checkFresh(context: RequestContext, active: ActiveSession, providerId: string): Promise<void> {
  if (isProven(context, active)) return;
  if (!(await findAccount(context.db, active.user.id, { providerId }))) refuseStale(active);
}

function refuseStale(active: ActiveSession): never {
  return fail(linkErrors, "SESSION_NOT_FRESH", { details: { proof: proofsWanted(active) } });
}
