/**
 * The browser of a sign-up that created no session, until the verification link is opened. If the link is opened in the
 * same browser, the mailbox's owner is the person who chose the password. Without the cookie that isn't known: somebody
 * else may have signed up with the address.
 */

import { cookieValues } from "../http/cookies.ts";
import type { RequestContext } from "../plugin/context.ts";
import { hasCookie } from "./token.ts";

/** Whom a sign-up was for. A taken address gets a user that doesn't exist, so that answers are alike. */
export interface SignedUpUser {
  readonly id: string;
  readonly email: string;
}

const cookie = "signed_up";

/** Lets this browser be recognized when the user's verification link is opened. */
export function rememberSignUp(context: RequestContext, user: SignedUpUser): void {
  const now = context.now().getTime();
  const value = `${now}.${signer(context).sign(signed(now, user))}`;
  context.reply.setCookie(context.settings.cookie(cookie), value, context.settings.verification.expiresIn);
}

/** What this browser shows of the user's sign-up: when the password was chosen here, if it was. */
export function evidenceOfSignUp(
  context: RequestContext,
  user: SignedUpUser,
): { readonly passwordProvenAt: number | null } {
  const header = context.headers.get("cookie");
  const values = header === null ? [] : cookieValues(header, context.settings.cookie(cookie).name);
  for (const value of values) {
    const [, at = "", signature = ""] = /^(\d{1,16})\.(.+)$/.exec(value) ?? [];
    const time = Number(at);
    const isOver = time + context.settings.verification.expiresIn * 1000 <= context.now().getTime();
    if (at !== "" && !isOver && signer(context).verify(signed(time, user), signature))
      return { passwordProvenAt: time };
  }
  return { passwordProvenAt: null };
}

/** Removes the cookie: a verification link was opened. */
export function forgetSignUp(context: RequestContext): void {
  if (hasCookie(context, cookie)) context.reply.clearCookie(context.settings.cookie(cookie));
}

function signer({ keys }: RequestContext) {
  return keys.signing(`cookie:${cookie}`);
}

/** As a list, because addresses can hold any character: no part of one value can be taken for a part of another. */
function signed(at: number, { id, email }: SignedUpUser): string {
  return JSON.stringify([at, id, email]);
}
