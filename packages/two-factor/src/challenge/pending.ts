/** The sign-in in this browser that waits for a second factor, for the page that asks for it. */

import {
  defineEndpoint,
  type EndpointOf,
  type PendingSignIn,
  peekToken,
  pendingSignInOutput,
  type RequestContext,
  readSignedCookie,
} from "@latchkey/core/plugin";
import type { TwoFactorCalls } from "../contract.ts";
import type { TwoFactorSettings } from "../options.ts";
import { twoFactorTable } from "../tables.ts";
import { methodsOf } from "./gate.ts";
import { pausedSignInCookie, pausedSignInToken } from "./token.ts";

/**
 * Returns what's left of the sign-in that this browser's cookie names. `null` if there is none, or if it can't succeed
 * anymore. At most two queries, and none without the cookie.
 */
export async function findPendingSignIn(
  context: RequestContext,
  settings: TwoFactorSettings,
): Promise<PendingSignIn | null> {
  const secret = readSignedCookie(context, pausedSignInCookie);
  const token = secret === null ? null : await peekToken(context.db, context, pausedSignInToken, secret);
  if (!token?.userId || !token.attemptsLeft) return null;
  const row = await context.db.findOne(twoFactorTable, { where: { id: token.userId } });
  return row && { methods: methodsOf(settings, row), expiresAt: token.expiresAt, attemptsLeft: token.attemptsLeft };
}

/** `/pending-sign-in` under this plugin's path, for clients that only know two-factor authentication. */
export function pendingTwoFactor(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["pendingTwoFactor"]> {
  return defineEndpoint({
    method: "GET",
    path: "/two-factor/pending",
    aliasOf: "/pending-sign-in",
    summary: "Get the sign-in that waits for a second factor",
    output: pendingSignInOutput,
    queryBudget: 2,
    handle: (_, context) => findPendingSignIn(context, settings),
  });
}
