/** The cookie cache, which is a short-lived signed copy of the session and user in the browser. */

import { textFromBase64Url, toBase64Url, utf8 } from "../../crypto/encoding.ts";
import type { Signer } from "../../crypto/keys.ts";
import { maxCookieSize } from "../../http/cookies.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { SignedCopy } from "../../kernel/session.ts";
import type { ActiveSession } from "../../tables/session.ts";
import { sessionCookies } from "../cookie-names.ts";
import { cloneCopy, reviveCopy, toSessionCopy } from "./copy.ts";

const purpose = `cookie:${sessionCookies.copy}`;

/**
 * Returns the cached copy for the token with this hash. `null` if there's none, or if it's expired, forged, or belongs
 * to another session.
 */
export function readCookieCache(context: RequestContext, tokenHash: string): ActiveSession | null {
  const { cookieCache } = context.settings.session;
  if (!cookieCache) return null;
  const now = context.now().getTime();
  for (const value of context.cookies.values(context.settings.cookie(sessionCookies.copy).name)) {
    const copy = readVerified(context, value, now);
    if (!copy || copy.expiresAt <= now || copy.version !== cookieCache.version) continue;
    if (copy.session.token !== tokenHash) continue;
    return cloneCopy(context, copy);
  }
  return null;
}

/** Writes a copy to the browser. Skips copies over the size limit of cookies, so the next read queries the database. */
export function writeCookieCache(context: RequestContext, active: ActiveSession): void {
  const { cookieCache } = context.settings.session;
  if (!cookieCache) return;
  const now = context.now().getTime();
  const expiresAt = now + cookieCache.maxAge * 1000;
  const copy: Omit<SignedCopy, "expiresAt"> = {
    ...toSessionCopy(context, active),
    updatedAt: now,
    version: cookieCache.version,
  };
  const value = encodeCopy(copy, expiresAt, context.keys.signing(purpose));
  const spec = context.settings.cookie(sessionCookies.copy);
  if (spec.name.length + value.length > maxCookieSize) {
    context.log.warn("A session is too large for the cookie cache", {
      sessionId: active.session.id,
      size: value.length,
    });
    context.reply.clearCookie(spec);
    return;
  }
  context.reply.setCookie(spec, value, active.session.remembered ? cookieCache.maxAge : undefined);
}

/**
 * Returns a copy with a valid signature, with dates parsed. Verified copies are cached across requests, because a page
 * often sends several. Doesn't check whether the copy has expired.
 */
function readVerified(context: RequestContext, value: string, now: number): SignedCopy | null {
  const { keys, verifiedCopies } = context;
  // The signature is at the end. Looking up a short key is faster than looking up the whole value, and comparing the
  // rest is cheap.
  const key = value.slice(-keyLength);
  const known = verifiedCopies.get(key);
  if (known?.value === value) return known.copy;
  const decoded = decodeCopy(value, keys.signing(purpose));
  if (!decoded) return null;
  const { copy, encoded } = decoded;
  reviveCopy(context, copy);
  // Keeping `value` itself would keep the request's whole cookie header in memory.
  if (copy.expiresAt > now) verifiedCopies.set(encoded.slice(-keyLength), { value: encoded, copy }, value.length);
  return copy;
}

const keyLength = 48;

/**
 * Format: `{"session":…,"expiresAt":…,"signature":…}`. The signature covers the copy's own text, with `expiresAt` as
 * its last member. A reader can extract that text and verify it before parsing anything.
 */
function encodeCopy(copy: Omit<SignedCopy, "expiresAt">, expiresAt: number, signer: Signer): string {
  const text = JSON.stringify(copy);
  const until = `,"expiresAt":${expiresAt}`;
  const signature = signer.signBase64Url(`${text.slice(0, -1)}${until}}`);
  return toBase64Url(utf8(`${head}${text}${until},"signature":"${signature}"}`));
}

const head = '{"session":';
const tail = /^\}(,"expiresAt":\d{1,16}),"signature":"([\w-]{43})"\}$/;

/**
 * Returns the copy, and its cookie as a separate string. `null` for anything that {@link encodeCopy} didn't create,
 * such as a different encoding of the same bytes, of which there are infinitely many.
 */
function decodeCopy(value: string, signer: Signer): { readonly copy: SignedCopy; readonly encoded: string } | null {
  const text = textFromBase64Url(value);
  if (text === null) return null;
  const end = text.lastIndexOf('},"expiresAt":');
  const [, until, signature] = (text.startsWith(head) && tail.exec(text.slice(end))) || [];
  if (signature === undefined) return null;
  const signed = `${text.slice(head.length, end)}${until}}`;
  if (!signer.verifyBase64Url(signed, signature)) return null;
  const encoded = toBase64Url(utf8(text));
  return encoded === value ? { copy: JSON.parse(signed) as SignedCopy, encoded } : null;
}
