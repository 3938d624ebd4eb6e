/** Session tokens: how they are made, carried by cookie or header, and turned into what the database holds. */

import { sha256Base64Url } from "../crypto/digest.ts";
import { cookieValues } from "../http/cookies.ts";
import type { RequestContext } from "../plugin/context.ts";

/** What a request presents. */
export interface PresentedToken {
  readonly token: string;
  readonly from: "cookie" | "bearer";
}

/** The database's form of a token. */
export function hashToken(token: string): string {
  return sha256Base64Url(token);
}

/**
 * The session token of a request: from the signed cookie, else from `Authorization: Bearer`. A cookie wins, even one
 * that does not verify: nobody's header may change who a browser is.
 */
export function presentedToken(context: RequestContext): PresentedToken | null {
  const cookie = readSigned(context, "session_token");
  if (cookie !== null) return { token: cookie, from: "cookie" };
  if (hasCookie(context, "session_token")) return null;
  const bearer = /^bearer +([\w.~+/-]+=*)$/i.exec(context.headers.get("authorization") ?? "")?.[1];
  return bearer && bearer.length <= 256 ? { token: bearer, from: "bearer" } : null;
}

export function hasCookie(context: RequestContext, base: string): boolean {
  const header = context.headers.get("cookie");
  return header !== null && cookieValues(header, context.settings.cookie(base).name).length > 0;
}

/** The value of a signed cookie; `null` if none of that name verifies. */
export function readSigned(context: RequestContext, base: string): string | null {
  const header = context.headers.get("cookie");
  if (header === null) return null;
  for (const value of cookieValues(header, context.settings.cookie(base).name)) {
    const dot = value.lastIndexOf(".");
    if (dot <= 0) continue;
    const content = value.slice(0, dot);
    if (context.keys.signing(`cookie:${base}`).verify(content, value.slice(dot + 1))) return content;
  }
  return null;
}

/** Sets a signed cookie. `maxAge` in seconds; none: until the browser ends. */
export function setSigned(context: RequestContext, base: string, value: string, maxAge?: number): void {
  context.reply.setCookie(context.settings.cookie(base), signedValue(context, base, value), maxAge);
}

/** As `setSigned`, even if the request ends in a refusal. */
export function setSignedAlways(context: RequestContext, base: string, value: string, maxAge: number): void {
  context.reply.setCookieAlways(context.settings.cookie(base), signedValue(context, base, value), maxAge);
}

function signedValue({ keys }: RequestContext, base: string, value: string): string {
  return `${value}.${keys.signing(`cookie:${base}`).sign(value)}`;
}
