/** Who gives a code: somebody in the middle of a sign-in, or somebody who is signed in. */

import {
  type ActiveSession,
  defineGuard,
  fail,
  type Guard,
  peekToken,
  presentedToken,
  type RequestContext,
  readSession,
  readSigned,
  requireHeaders,
} from "@latchkey/core/plugin";
import { type ChallengeData, challengeCookie, challengeToken } from "./challenge/token.ts";
import { twoFactorErrors } from "./errors.ts";

/** Somebody in the middle of a sign-in. */
export interface Challenged {
  readonly kind: "challenge";
  readonly userId: string;
  /** The challenge's secret, of the browser's cookie. */
  readonly secret: string;
  readonly data: ChallengeData;
}

/** Somebody who is signed in. */
export interface SignedInAsker {
  readonly kind: "session";
  readonly userId: string;
  /** The session's bearer secret. */
  readonly secret: string;
  readonly active: ActiveSession;
}

/** Who gives a code. */
export type Asker = Challenged | SignedInAsker;

/** The mailbox that a factor goes with: that of the session that enrols it, or none. */
export function mailboxOf(asker: Asker): string | null {
  return asker.kind === "session" ? asker.active.session.verifiedEmail : null;
}

interface HasAsker {
  readonly asker: Asker;
}

const errors = {
  INVALID_TWO_FACTOR_COOKIE: twoFactorErrors.INVALID_TWO_FACTOR_COOKIE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: twoFactorErrors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE,
} as const;

/** A session, or the cookie of a sign-in that is half done. Adds `asker`. */
export const requireSessionOrChallenge: Guard<HasAsker, keyof typeof errors> = defineGuard({
  name: "requireSessionOrChallenge",
  summary: "Somebody is signed in, or in the middle of signing in.",
  errors,
  async check(context) {
    requireHeaders(context);
    const active = await readSession(context, { cache: false, refresh: false });
    const presented = presentedToken(context);
    if (active && presented) {
      return { asker: { kind: "session", userId: active.user.id, secret: presented.token, active } };
    }
    return { asker: await challenged(context) };
  },
});

async function challenged(context: RequestContext): Promise<Challenged> {
  const secret = readSigned(context, challengeCookie);
  const found = secret === null ? null : await peekToken(context.db, context, challengeToken, secret);
  if (secret === null || !found?.userId) return refuseChallenge(context, "INVALID_TWO_FACTOR_COOKIE");
  if (found.triesLeft === 0) return refuseChallenge(context, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
  return { kind: "challenge", userId: found.userId, secret, data: found.data };
}

/** Nothing can come of this challenge any more: the browser forgets it. */
export function refuseChallenge(context: RequestContext, code: keyof typeof errors): never {
  clearChallenge(context);
  return fail(errors, code);
}

/** Takes the challenge out of the browser. */
export function clearChallenge(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(challengeCookie));
}
