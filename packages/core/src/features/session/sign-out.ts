/** `/sign-out` ends the caller's session, and returns where to sign out at the provider. */

import type { SafeURL } from "../../http/origins.ts";
import { requireHeaders } from "../../kernel/caller.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { clearSessionCookies, hashToken, readSessionToken } from "../../sessions/cookies.ts";
import { endPendingSignIn } from "../../sessions/pending.ts";
import { endSession } from "../../sessions/revoke.ts";
import { boolean, literal, object, optional, text } from "../../shapes/shape.ts";
import type { SessionRow } from "../../tables/session.ts";
import type { SessionCalls, SignOutResult } from "./contract.ts";

/** Returns the URL that signs an ended session's user out at the provider, or `null` if there is none. */
export type ProviderSignOut = (
  context: RequestContext,
  session: SessionRow,
  input: { readonly callbackURL: SafeURL | null; readonly state: string | undefined },
) => Promise<string | null>;

/**
 * Ends the caller's session and a sign-in that waits for a second factor, if there are any, and clears their cookies.
 *
 * @param signOutAtProvider `null` if no provider signs users out
 */
export function signOut(signOutAtProvider: ProviderSignOut | null): EndpointOf<SessionCalls["signOut"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-out",
    summary: "Sign out",
    changes: ["session"],
    input: input.object({
      callbackURL: input.target,
      disableRedirect: input.optional(input.flag),
      state: input.optional(input.text({ max: 512 })),
    }),
    output: object<SignOutResult>({ success: literal(true), url: optional(text), redirect: optional(boolean) }),
    // One more with a pending sign-in, and one with a provider that signs users out.
    queryBudget: 1,
    async handle({ callbackURL, disableRedirect = false, state }, context) {
      requireHeaders(context);
      const target = callbackURL === undefined ? null : await checkRedirect(context, "callbackURL", callbackURL);
      const presented = readSessionToken(context);
      const ended = presented && (await endSession(context, hashToken(presented.token)));
      clearSessionCookies(context);
      await endPendingSignIn(context);
      const url = ended && (await signOutAtProvider?.(context, ended, { callbackURL: target, state }));
      return url ? { success: true, url, redirect: !disableRedirect } : { success: true };
    },
  });
}
