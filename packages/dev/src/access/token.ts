/** The token in the console's link, and the cookie that a browser gets for it. */

import { constantTimeEqual, hmacSha256, randomBytes, toBase64Url } from "@latchkey/core/crypto";
import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import { consolePath } from "../console/paths.ts";

const dayMs = 86_400_000;
/** Days until a browser needs the link again. */
const cookieDays = 7;

/** Returns the path and query of the link that opens the console. */
export function linkPath(context: AuthContext): string {
  return `${consolePath(context)}?token=${tokenOf(context, today(context))}`;
}

/** Whether a token is today's or yesterday's. */
export function isLinkToken(context: AuthContext, token: string): boolean {
  const valid = [today(context), today(context) - 1].map((date) => constantTimeEqual(tokenOf(context, date), token));
  return valid.includes(true);
}

/** Whether the request has a valid cookie for this console that hasn't expired. */
export function hasConsoleCookie(context: RequestContext): boolean {
  return context.cookies.values(cookieName(context)).some((value) => {
    const [expiresAt = "", signature = ""] = value.split(".");
    if (!constantTimeEqual(sign(context, `cookie/${expiresAt}`), signature)) return false;
    return Number(expiresAt) > context.now().getTime();
  });
}

/** Returns the `Set-Cookie` header for a browser that opened the link. */
export function consoleCookie(context: RequestContext): string {
  const expiresAt = context.now().getTime() + cookieDays * dayMs;
  const value = `${expiresAt}.${sign(context, `cookie/${expiresAt}`)}`;
  const secure = context.origin.startsWith("https:") ? "; Secure" : "";
  const scope = `Max-Age=${(cookieDays * dayMs) / 1000}; Path=${consolePath(context)}; HttpOnly; SameSite=Strict`;
  return `${cookieName(context)}=${value}; ${scope}${secure}`;
}

/** Cookies ignore ports, so two apps on localhost need different names. */
function cookieName({ keys }: AuthContext): string {
  return `latchkey.dev_console_${keys.id}`;
}

function today({ now }: AuthContext): number {
  return Math.floor(now().getTime() / dayMs);
}

function tokenOf(context: AuthContext, date: number): string {
  return sign(context, `link/${date}`);
}

function sign({ keys }: AuthContext, text: string): string {
  // The built-in development secret is public, so the console's tokens must not be derived from it.
  const key = keys.isGuessable ? processKey() : (keys.bytes("dev-console")[0] as Uint8Array);
  return toBase64Url(hmacSha256(key, text));
}

const processKeyName: unique symbol = Symbol.for("@latchkey/dev/key");

/**
 * Returns a random key that lives as long as the process. It's stored globally, because frameworks can load a module
 * more than once.
 */
function processKey(): Uint8Array {
  const globalScope = globalThis as { [processKeyName]?: Uint8Array };
  globalScope[processKeyName] ??= randomBytes(32);
  return globalScope[processKeyName];
}
