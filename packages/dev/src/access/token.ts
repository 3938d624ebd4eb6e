/** The token in the console's link, and the cookie that a browser gets for it. */

import { constantTimeEqual, hmacSha256, randomBytes, toBase64Url } from "@latchkey/core/crypto";
import type { AuthContext, RequestContext } from "@latchkey/core/plugin";
import { consolePath } from "../console/paths.ts";

const day = 86_400_000;
/** Days until a browser needs the link again. */
const cookieDays = 7;

/** Path and query of the link that opens the console. */
export function linkPath(context: AuthContext): string {
  return `${consolePath(context)}?token=${tokenOf(context, today(context))}`;
}

/** Whether a token is today's or yesterday's. */
export function isLinkToken(context: AuthContext, token: string): boolean {
  const valid = [today(context), today(context) - 1].map((date) => constantTimeEqual(tokenOf(context, date), token));
  return valid.includes(true);
}

/** Whether the request has a cookie of this console that hasn't expired. */
export function hasConsoleCookie(context: RequestContext): boolean {
  const name = cookieName(context);
  return (context.headers.get("cookie") ?? "").split(";").some((pair) => {
    const [key = "", value = ""] = pair.trim().split("=", 2);
    const [expiresAt = "", signature = ""] = value.split(".");
    if (key !== name || !constantTimeEqual(sign(context, `cookie/${expiresAt}`), signature)) return false;
    return Number(expiresAt) > context.now().getTime();
  });
}

/** The `Set-Cookie` line for a browser that came with the link. */
export function consoleCookie(context: RequestContext): string {
  const expiresAt = context.now().getTime() + cookieDays * day;
  const value = `${expiresAt}.${sign(context, `cookie/${expiresAt}`)}`;
  const secure = context.origin.startsWith("https:") ? "; Secure" : "";
  const scope = `Max-Age=${(cookieDays * day) / 1000}; Path=${consolePath(context)}; HttpOnly; SameSite=Strict`;
  return `${cookieName(context)}=${value}; ${scope}${secure}`;
}

/** Cookies ignore ports: two apps on localhost need different names. */
function cookieName({ keys }: AuthContext): string {
  return `latchkey.dev_console_${keys.id}`;
}

function today({ now }: AuthContext): number {
  return Math.floor(now().getTime() / day);
}

function tokenOf(context: AuthContext, date: number): string {
  return sign(context, `link/${date}`);
}

function sign({ keys }: AuthContext, text: string): string {
  // The built-in development secret is public, so nothing that opens the console can be derived from it.
  const key = keys.guessable ? processKey() : (keys.bytes("dev-console")[0] as Uint8Array);
  return toBase64Url(hmacSha256(key, text));
}

const processKeyName: unique symbol = Symbol.for("@latchkey/dev/key");

/** A random key that lives as long as the process. Frameworks load a module more than once, so it's kept globally. */
function processKey(): Uint8Array {
  const place = globalThis as { [processKeyName]?: Uint8Array };
  place[processKeyName] ??= randomBytes(32);
  return place[processKeyName];
}
