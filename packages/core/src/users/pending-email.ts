/**
 * A cookie that lets a user add an email for an hour, if their provider returned none and the app requires a verified
 * one.
 */

import type { RequestContext } from "../kernel/context.ts";
import { hasCookie, readSignedCookie, setSignedCookieAlways } from "../sessions/cookies.ts";

/**
 * The user who can add an email. No longer valid once the user's epoch changes, through an added email or a recovery.
 */
export interface PendingEmail {
  readonly id: string;
  readonly epoch: number;
  /** The account that they just signed in with. */
  readonly accountId: string | null;
}

/** The cookie's base name. */
export const pendingEmailCookie = "add_email";

/** In seconds. */
const lifetime = 3600;

/** Lets this browser add an email for a user who has just signed in with an account. The sign-in itself is rejected. */
export function setPendingEmail(context: RequestContext, { id, epoch, accountId }: PendingEmail): void {
  const until = context.now().getTime() + lifetime * 1000;
  setSignedCookieAlways(context, pendingEmailCookie, `${id}.${epoch}.${until}.${accountId ?? ""}`, lifetime);
}

/** Returns the user for whom this browser can add an email, or `null`. */
export function readPendingEmail(context: RequestContext): PendingEmail | null {
  const parts = /^([^.]+)\.(\d+)\.(\d+)\.([^.]*)$/.exec(readSignedCookie(context, pendingEmailCookie) ?? "");
  const [, id = "", epoch, until, accountId] = parts ?? [];
  if (id === "" || Number(until) <= context.now().getTime()) return null;
  return { id, epoch: Number(epoch), accountId: accountId || null };
}

/** Clears the cookie once the email has been added. */
export function clearPendingEmail(context: RequestContext): void {
  if (hasCookie(context, pendingEmailCookie)) context.reply.clearCookie(context.settings.cookie(pendingEmailCookie));
}
