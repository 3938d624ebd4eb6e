/**
 * A cookie that identifies the browser of a sign-up that created no session. If the verification link is opened in the
 * same browser, the mailbox's owner is the person who chose the password. Without the cookie, someone else may have
 * signed up with the email.
 */

import type { RequestContext } from "../kernel/context.ts";
import { hasCookie } from "../sessions/cookies.ts";

/** The user of a sign-up. A taken email gets a user that doesn't exist, so that responses are the same. */
export interface SignedUpUser {
  readonly id: string;
  readonly email: string;
}

/** The cookie's base name. */
export const signUpCookie = "signed_up";

/** Lets this browser be recognized when the user opens the verification link. */
export function setSignUpCookie(context: RequestContext, user: SignedUpUser): void {
  const now = context.now().getTime();
  const value = `${now}.${signer(context).sign(signedContent(now, user))}`;
  context.reply.setCookie(context.settings.cookie(signUpCookie), value, context.settings.verification.expiresIn);
}

/** Returns when the user's password was chosen in this browser, if it was. */
export function readSignUpEvidence(
  context: RequestContext,
  user: SignedUpUser,
): { readonly passwordProvenAt: number | null } {
  for (const value of context.cookies.values(context.settings.cookie(signUpCookie).name)) {
    const [, at = "", signature = ""] = /^(\d{1,16})\.(.+)$/.exec(value) ?? [];
    const time = Number(at);
    const hasExpired = time + context.settings.verification.expiresIn * 1000 <= context.now().getTime();
    if (at !== "" && !hasExpired && signer(context).verify(signedContent(time, user), signature))
      return { passwordProvenAt: time };
  }
  return { passwordProvenAt: null };
}

/** Removes the cookie after a verification link was opened. */
export function clearSignUpCookie(context: RequestContext): void {
  if (hasCookie(context, signUpCookie)) context.reply.clearCookie(context.settings.cookie(signUpCookie));
}

function signer({ keys }: RequestContext) {
  return keys.signing(`cookie:${signUpCookie}`);
}

/** Serialized as a JSON list, because emails can contain any separator. No part can be mistaken for part of another. */
function signedContent(at: number, { id, email }: SignedUpUser): string {
  return JSON.stringify([at, id, email]);
}
