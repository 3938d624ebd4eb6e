/** The cookie cache: a signed copy of session and user in the browser, good for a minute, bound to its session. */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../crypto/encoding.ts";
import type { Keyring, Signer } from "../crypto/keys.ts";
import { cookieValues, longestCookie } from "../http/cookies.ts";
import type { RequestContext } from "../plugin/context.ts";
import { type CopiedSession, copyOf, revive } from "./copy.ts";
import type { ActiveSession } from "./table.ts";
import { hashToken } from "./token.ts";

interface Cached extends CopiedSession {
  readonly updatedAt: number;
  readonly version: string;
}

/** What is signed: the copy and until when it is good, in milliseconds since 1970. */
interface Signed extends Cached {
  readonly expiresAt: number;
}

const purpose = "cookie:session_data";

/** The cached copy for this token; `null` when there is none, or it is stale, foreign or forged. */
export function readCache(context: RequestContext, token: string): ActiveSession | null {
  const cache = context.settings.session.cache;
  const header = context.headers.get("cookie");
  if (!cache || header === null) return null;
  const now = context.now().getTime();
  for (const value of cookieValues(header, context.settings.cookie("session_data").name)) {
    const copy = genuine(context, value);
    if (!copy || copy.expiresAt <= now || copy.version !== cache.version) continue;
    const { session, user } = copy;
    if (session.token !== hashToken(token) || session.expiresAt.getTime() <= now) continue;
    return { session: { ...session }, user: { ...user }, joined: {} };
  }
  return null;
}

/** Puts a copy into the browser. A copy that browsers would cut is not set: the database answers then. */
export function writeCache(context: RequestContext, active: ActiveSession): void {
  const cache = context.settings.session.cache;
  if (!cache) return;
  const now = context.now().getTime();
  const expiresAt = now + cache.maxAge * 1000;
  const copy: Cached = { ...copyOf(context, active), updatedAt: now, version: cache.version };
  const value = seal(copy, expiresAt, context.keys.signing(purpose));
  const spec = context.settings.cookie("session_data");
  if (spec.name.length + value.length > longestCookie) {
    context.log.warn("A session is too large for the cookie cache", {
      sessionId: active.session.id,
      size: value.length,
    });
    context.reply.clearCookie(spec);
    return;
  }
  context.reply.setCookie(spec, value, active.session.remembered ? cache.maxAge : undefined);
}

/** Copies by the cookies they came in: a page asks several times within a copy's minute. Only genuine ones get in. */
const opened: WeakMap<Keyring, Map<string, Signed>> = new WeakMap();
const mostOpened = 256;

/** The copy as it was signed, dates revived. Shared between requests, and whether it still holds is not checked. */
function genuine(context: RequestContext, value: string): Signed | null {
  const { keys } = context;
  const known = opened.get(keys) ?? new Map<string, Signed>();
  opened.set(keys, known);
  const found = known.get(value);
  if (found) return found;
  const copy = open(value, keys.signing(purpose));
  if (!copy) return null;
  revive(context, copy);
  if (known.size >= mostOpened) known.delete(known.keys().next().value as string);
  known.set(value, copy);
  return copy;
}

/**
 * `{"session":…,"expiresAt":…,"signature":…}`. Signed is the copy's own text with `expiresAt` as its last member, so that
 * a reader cuts it out of the envelope, and parses nothing before it has proven genuine.
 */
function seal(copy: Cached, expiresAt: number, signer: Signer): string {
  const text = JSON.stringify(copy);
  const until = `,"expiresAt":${expiresAt}`;
  const signature = signer.signBase64Url(`${text.slice(0, -1)}${until}}`);
  return toBase64Url(utf8(`${head}${text}${until},"signature":"${signature}"}`));
}

const head = '{"session":';
const tail = /^\}(,"expiresAt":\d{1,16}),"signature":"([\w-]{43})"\}$/;

/** `null` for whatever {@link seal} did not make. */
function open(value: string, signer: Signer): Signed | null {
  const bytes = fromBase64Url(value);
  if (!bytes) return null;
  const text = fromUtf8(bytes);
  const end = text.lastIndexOf('},"expiresAt":');
  const [, until, signature] = (text.startsWith(head) && tail.exec(text.slice(end))) || [];
  if (signature === undefined) return null;
  const signed = `${text.slice(head.length, end)}${until}}`;
  return signer.verify(signed, padded(signature)) ? (JSON.parse(signed) as Signed) : null;
}

/** A signature of 32 bytes in the standard alphabet. */
function padded(signature: string): string {
  return `${signature.replaceAll("-", "+").replaceAll("_", "/")}=`;
}
