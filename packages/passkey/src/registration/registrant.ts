/** Guards for registering a passkey. The caller is a signed-in user, or someone who's signing up. */

import {
  type ActiveSession,
  checkNotGuest,
  checkRecentProof,
  defineGuard,
  fail,
  type Guard,
  type GuestErrorCode,
  guestErrors,
  httpErrors,
  readSession,
  requireHeaders,
  type SessionErrorCode,
  sessionErrors,
} from "@latchkey/core/plugin";

/** The context that the guards add. */
interface WithRegistrant {
  /** The session, or `null` for a sign-up. */
  readonly registrant: ActiveSession | null;
}

/**
 * Requires a session with a recently proven factor, because anyone who adds a passkey can sign in with it from then on.
 * Extending a session makes it fresh but doesn't prove anything, so it doesn't count.
 */
export const requireProvenSession: Guard<ActiveSession, SessionErrorCode> = defineGuard({
  name: "requireProvenSession",
  summary: "A user is signed in and recently confirmed their identity.",
  errors: sessionErrors,
  async check(context) {
    requireHeaders(context);
    const active = (await readSession(context)) ?? fail(httpErrors, "UNAUTHORIZED");
    await checkRecentProof(context, active);
    return active;
  },
});

/**
 * Like `requireProvenSession`, but also allows people without a session if the app lets them sign up. Rejects guests.
 * Otherwise, a previous guest in this browser could access the account of the next person who signs up there.
 */
export function requireRegistrant(allowsSignUp: boolean): Guard<WithRegistrant, SessionErrorCode | GuestErrorCode> {
  return defineGuard({
    name: "requireRegistrant",
    summary: allowsSignUp
      ? "A user is signed in and recently confirmed their identity, or no one is signed in."
      : "A user is signed in and recently confirmed their identity.",
    errors: { ...sessionErrors, ...guestErrors },
    async check(context) {
      requireHeaders(context);
      const active = await readSession(context);
      if (!active) return allowsSignUp ? { registrant: null } : fail(httpErrors, "UNAUTHORIZED");
      checkNotGuest(context, active.user);
      await checkRecentProof(context, active);
      return { registrant: active };
    },
  });
}
