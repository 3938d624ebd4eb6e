/** The cookie cache: a signed copy of session and user in the browser, good for a minute, bound to its session. */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../crypto/encoding.ts";
import { cookieValues, longestCookie } from "../http/cookies.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { UserRow } from "../users/table.ts";
import { presentSession, presentUser } from "./present.ts";
import type { ActiveSession, SessionRow } from "./table.ts";
import { hashToken } from "./token.ts";

/** Rows without what no answer shows, but with what tells copies apart. Joined rows are never copied. */
interface Cached {
  readonly session: SessionRow;
  readonly user: UserRow;
  readonly updatedAt: number;
  readonly version: string;
}

interface Envelope {
  readonly session: Cached;
  readonly expiresAt: number;
  readonly signature: string;
}

const purpose = "cookie:session_data";

/** The cached copy for this token; `null` when there is none, or it is stale, foreign or forged. */
export function readCache(context: RequestContext, token: string): ActiveSession | null {
  const cache = context.settings.session.cache;
  const header = context.headers.get("cookie");
  if (!cache || header === null) return null;
  const now = context.now().getTime();
  for (const value of cookieValues(header, context.settings.cookie("session_data").name)) {
    const envelope = open(value);
    if (!envelope || envelope.expiresAt <= now || envelope.session.version !== cache.version) continue;
    if (!context.keys.signing(purpose).verify(signedText(envelope.session, envelope.expiresAt), envelope.signature))
      continue;
    const active = { session: withDates(envelope.session.session), user: withDates(envelope.session.user), joined: {} };
    if (active.session.token !== hashToken(token) || active.session.expiresAt.getTime() <= now) continue;
    return active;
  }
  return null;
}

/** Puts a copy into the browser. A copy that browsers would cut is not set: the database answers then. */
export function writeCache(context: RequestContext, active: ActiveSession): void {
  const cache = context.settings.session.cache;
  if (!cache) return;
  const now = context.now().getTime();
  const expiresAt = now + cache.maxAge * 1000;
  const session = copyOf(context, active, now, cache.version);
  const signature = context.keys.signing(purpose).sign(signedText(session, expiresAt));
  const value = toBase64Url(utf8(JSON.stringify({ session, expiresAt, signature } satisfies Envelope)));
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

function signedText(session: Cached, expiresAt: number): string {
  return JSON.stringify({ ...session, expiresAt });
}

function open(value: string): Envelope | null {
  const bytes = fromBase64Url(value);
  if (!bytes) return null;
  try {
    const parsed: unknown = JSON.parse(fromUtf8(bytes));
    return isEnvelope(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { session, expiresAt, signature } = value as Record<string, unknown>;
  return (
    typeof expiresAt === "number" &&
    typeof signature === "string" &&
    isObject(session) &&
    isObject((session as Record<string, unknown>).session) &&
    isObject((session as Record<string, unknown>).user)
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function copyOf(context: RequestContext, { session, user }: ActiveSession, updatedAt: number, version: string): Cached {
  const { revision, proofs, remembered } = session;
  return {
    session: { ...presentSession(context, session), revision, proofs, remembered },
    user: { ...presentUser(context, user), epoch: user.epoch, provenEmail: null },
    updatedAt,
    version,
  };
}

/** Turns the dates of a copied row back into dates: those are the strings that a date's JSON form has. */
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function withDates<R extends object>(row: R): R {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === "string" && isoDate.test(value) ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries) as R;
}
