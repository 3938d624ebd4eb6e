/** The subjects that challenges for using a passkey are bound to. */

import type { ActiveSession, WaitingSignIn } from "@latchkey/core/plugin";
import type { PasskeySettings } from "../options.ts";
import type { UserVerification } from "../webauthn/json.ts";

/** The subject for proving a passkey in a session. */
export function sessionSubject({ user, session }: ActiveSession): string {
  return `${user.id}|${session.id}`;
}

/** The subject for a passkey as a second factor. */
export function pendingSubject({ userId, secret }: WaitingSignIn): string {
  return `${userId}|${secret}`;
}

/** How strictly the authenticator has to verify its user. */
export function requiresVerification(
  { userVerification }: PasskeySettings,
  purpose: "sign-in" | "proof" | "second-factor",
): UserVerification {
  return purpose === "second-factor" ? userVerification.secondFactor : userVerification.signIn;
}
