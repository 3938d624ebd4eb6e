/** The user who enters a code: someone in the middle of a sign-in, or a signed-in user. */

import {
  type ActiveSession,
  defineGuard,
  fail,
  forgetPendingSignIn,
  type Guard,
  isGuest,
  type PausedSignIn,
  type RequestContext,
  readPendingSignIn,
  readSession,
  readSessionToken,
  requireHeaders,
} from "@latchkey/core/plugin";
import { twoFactorErrors } from "./errors.ts";

/** A user in the middle of a sign-in. */
export interface PausedSignInSubject {
  readonly kind: "challenge";
  readonly userId: string;
  /** The challenge's secret, from the browser's cookie. */
  readonly secret: string;
  readonly data: PausedSignIn;
}

/** A signed-in user. */
export interface SessionSubject {
  readonly kind: "session";
  readonly userId: string;
  /** The session's bearer secret. */
  readonly secret: string;
  readonly active: ActiveSession;
}

/** The user who enters a code. */
export type VerificationSubject = PausedSignInSubject | SessionSubject;

/**
 * Returns the mark for a factor that this subject enrolls: the session's verified email, or `null` during a sign-in.
 */
export function verifiedEmailOf(subject: VerificationSubject): string | null {
  return subject.kind === "session" ? subject.active.session.verifiedEmail : null;
}

interface WithVerificationSubject {
  readonly subject: VerificationSubject;
}

const errors = {
  INVALID_TWO_FACTOR_COOKIE: twoFactorErrors.INVALID_TWO_FACTOR_COOKIE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: twoFactorErrors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE,
} as const;

/** Requires a session, or the challenge cookie of an unfinished sign-in. Adds `subject`. */
export const requireSessionOrPausedSignIn: Guard<WithVerificationSubject, keyof typeof errors> = defineGuard({
  name: "requireSessionOrPausedSignIn",
  summary: "A user is signed in, or a sign-in is waiting for a second factor.",
  errors,
  async check(context) {
    requireHeaders(context);
    const active = await readSession(context);
    const presented = readSessionToken(context);
    // A guest has no factors. The sign-in will take over the guest's session.
    if (active && presented && !isGuest(context, active.user)) {
      return { subject: { kind: "session", userId: active.user.id, secret: presented.token, active } };
    }
    return { subject: await readPausedSignIn(context) };
  },
});

async function readPausedSignIn(context: RequestContext): Promise<PausedSignInSubject> {
  const pending = await readPendingSignIn(context);
  if (!pending) return rejectPausedSignIn(context, "INVALID_TWO_FACTOR_COOKIE");
  if (pending.attemptsLeft === 0) return rejectPausedSignIn(context, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
  const { userId, secret, data } = pending;
  return { kind: "challenge", userId, secret, data };
}

/** Clears the challenge cookie and rejects the request, because this challenge can no longer succeed. */
export function rejectPausedSignIn(context: RequestContext, code: keyof typeof errors): never {
  forgetPendingSignIn(context);
  return fail(errors, code);
}
