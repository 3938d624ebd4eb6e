/** Reads and writes the session token and its signed cookies. */

import { sha256Base64Url } from "../crypto/digest.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { ActiveSession } from "../tables/session.ts";
import { writeCookieCache } from "./cache/cookie.ts";
import { sessionCookies } from "./cookie-names.ts";

/** The session token of a request, and where it came from. */
export interface SessionToken {
  readonly token: string;
  readonly source: "cookie" | "bearer";
}

/** The response header with the session token. */
export const bearerHeader = "set-auth-token";

/** Hashes a token the way the database stores it. */
export function hashToken(token: string): string {
  return sha256Base64Url(token);
}

/**
 * Returns the request's session token, from the signed cookie or from `Authorization: Bearer`. If there's a cookie,
 * even with an invalid signature, the header is ignored, so that a header can't change who a browser is signed in as.
 */
export function readSessionToken(context: RequestContext): SessionToken | null {
  const cookie = readSignedCookie(context, sessionCookies.token);
  if (cookie !== null) return { token: cookie, source: "cookie" };
  if (hasCookie(context, sessionCookies.token)) return null;
  const bearer = /^bearer +([\w.~+/-]+=*)$/i.exec(context.header("authorization") ?? "")?.[1];
  return bearer && bearer.length <= 256 ? { token: bearer, source: "bearer" } : null;
}

/**
 * Whether the request has this cookie, even with an invalid signature. @param base the cookie's name without prefixes
 */
export function hasCookie({ cookies, settings }: RequestContext, base: string): boolean {
  return cookies.has(settings.cookie(base).name);
}

/** Returns the value of a signed cookie, or `null` if none with that name has a valid signature. */
export function readSignedCookie({ cookies, keys, settings }: RequestContext, base: string): string | null {
  for (const value of cookies.values(settings.cookie(base).name)) {
    const dot = value.lastIndexOf(".");
    if (dot <= 0) continue;
    const content = value.slice(0, dot);
    if (keys.signing(`cookie:${base}`).verify(content, value.slice(dot + 1))) return content;
  }
  return null;
}

/** Sets a signed cookie. `maxAge` is in seconds. Without it, the cookie lasts until the browser closes. */
export function setSignedCookie(context: RequestContext, base: string, value: string, maxAge?: number): void {
  context.reply.setCookie(context.settings.cookie(base), signedValue(context, base, value), maxAge);
}

/** Like `setSignedCookie`, but sets the cookie even if the request ends in an error. */
export function setSignedCookieAlways(context: RequestContext, base: string, value: string, maxAge: number): void {
  context.reply.setCookieAlways(context.settings.cookie(base), signedValue(context, base, value), maxAge);
}

function signedValue({ keys }: RequestContext, base: string, value: string): string {
  return `${value}.${keys.signing(`cookie:${base}`).sign(value)}`;
}

/** Sets the cookies of a new or extended session, including the cookie cache. */
export function setSessionCookies(context: RequestContext, active: ActiveSession, token: string): void {
  const { remembered, expiresAt } = active.session;
  const seconds = Math.max(0, (expiresAt.getTime() - context.now().getTime()) / 1000);
  setSignedCookie(context, sessionCookies.token, token, remembered ? seconds : undefined);
  setBearerHeader(context, token);
  if (!remembered) setSignedCookie(context, sessionCookies.notRemembered, "true");
  else if (hasCookie(context, sessionCookies.notRemembered))
    context.reply.clearCookie(context.settings.cookie(sessionCookies.notRemembered));
  writeCookieCache(context, active);
  notifyTokenChange(context, token, active);
}

/** Calls the plugins' `onSessionTokenChange`, unless the browser already has this token. */
function notifyTokenChange(context: RequestContext, token: string | null, active: ActiveSession | null): void {
  const { onSessionTokenChange } = context.extensions;
  if (onSessionTokenChange.length === 0) return;
  const previousToken = readSignedCookie(context, sessionCookies.token);
  if (previousToken === token) return;
  for (const notify of onSessionTokenChange) notify({ previousToken, token, active }, context);
}

/**
 * Sends the token in the header that better-auth's bearer plugin uses, for clients without cookies. Does nothing unless
 * the app turned it on.
 */
export function setBearerHeader(context: RequestContext, token: string | null): void {
  if (context.settings.session.bearerHeader) context.reply.setSuccessHeader(bearerHeader, token);
}

/** Removes all of a session's cookies from the browser. */
export function clearSessionCookies(context: RequestContext): void {
  clearSessionToken(context);
  context.reply.clearCookie(context.settings.cookie(sessionCookies.notRemembered));
}

/**
 * Removes the session from the browser. Keeps the user's choice not to be remembered, for the next step of the sign-in.
 */
export function clearSessionToken(context: RequestContext): void {
  setBearerHeader(context, null);
  for (const base of [sessionCookies.token, sessionCookies.copy])
    context.reply.clearCookie(context.settings.cookie(base));
  notifyTokenChange(context, null, null);
}
