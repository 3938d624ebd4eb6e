/** Reads the session of a request. Takes one query, or none if a copy in the cookie or secondary storage is enough. */

import { callerOf } from "../kernel/caller.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { type ActiveSession, type CachedSession, type SessionRow, sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { readCookieCache, writeCookieCache } from "./cache/cookie.ts";
import { readStorageCache, type StorageCacheRead, writeStorageCache } from "./cache/storage.ts";
import {
  clearSessionCookies,
  hasCookie,
  hashToken,
  readSessionToken,
  setBearerHeader,
  setSessionCookies,
} from "./cookies.ts";

/** How to read a session. */
export interface ReadOptions {
  /**
   * Whether to accept a copy from the cookie cache or the secondary storage. Use `false` in endpoints that change state
   * or return a secret.
   */
  readonly cache: boolean;
  /** Whether to extend a session that's due for it. */
  readonly refresh: boolean;
}

const fromDatabase: ReadOptions = { cache: false, refresh: false };

/**
 * Returns the request's session, or `null`. Clears the cookies of a session that no longer exists. The result is kept
 * for the rest of the request. Without options, reads the database and doesn't extend the session.
 */
export function readSession(
  context: RequestContext,
  options?: ReadOptions & { readonly cache: false },
): Promise<ActiveSession | null>;
/** Returns the request's session, which can come from a cached copy. */
export function readSession(context: RequestContext, options: ReadOptions): Promise<CachedSession | null>;
export async function readSession(
  context: RequestContext,
  options: ReadOptions = fromDatabase,
): Promise<ActiveSession | null> {
  const known = context.loadedSession;
  if (known?.status === "stored" || (options.cache && known?.status === "cached")) return known.active;
  const presented = readSessionToken(context);
  if (!presented) {
    if (hasCookie(context, "session_token")) clearSessionCookies(context);
    return null;
  }
  const tokenHash = hashToken(presented.token);
  const copy = options.cache ? await readCopy(context, tokenHash) : null;
  const active = copy?.active ?? (await readStored(context, presented.token, tokenHash, options));
  if (active && copy && copy.readAt !== null) await writeStorageCache(context, active, copy.readAt);
  context.loadedSession = { active, status: active !== null && active === copy?.active ? "cached" : "stored" };
  return active;
}

/**
 * Reads a copy, from the cookie first and then from the secondary storage. Storage copies aren't written to the cookie,
 * because their ages would add up.
 */
async function readCopy(context: RequestContext, tokenHash: string): Promise<StorageCacheRead | null> {
  const own = readCookieCache(context, tokenHash);
  const copy = own ? { active: own, readAt: null } : await readStorageCache(context, tokenHash);
  return copy?.active && !isLive(context, copy.active.session) ? null : copy;
}

/** Returns the active session with this token, with its user and joined rows, in one query. */
export async function findSession(context: AuthContext, token: string): Promise<ActiveSession | null> {
  const active = await findStored(context, hashToken(token));
  return active && isLive(context, active.session) ? active : null;
}

/** Whether the session hasn't expired, by the app's clock. */
function isLive(context: AuthContext, session: SessionRow): boolean {
  const { absoluteExpiresIn } = context.settings.session;
  const now = context.now().getTime();
  if (absoluteExpiresIn !== null && session.createdAt.getTime() + absoluteExpiresIn * 1000 <= now) return false;
  return session.expiresAt.getTime() > now;
}

/** Returns the session with this token hash, even if it has expired. */
async function findStored({ db, extensions }: AuthContext, tokenHash: string): Promise<ActiveSession | null> {
  const { sessionJoins } = extensions;
  const row = await db.findOne(sessionTable, { where: { token: tokenHash }, join: sessionJoins });
  if (!row) return null;
  const { user, ...rest } = row as SessionRow & { user: UserRow } & Record<string, object | null>;
  const joined: Record<string, object | null> = {};
  for (const name in sessionJoins) {
    if (name === "user") continue;
    joined[name] = rest[name] as object | null;
    delete (rest as Record<string, unknown>)[name];
  }
  return { session: rest as SessionRow, user, joined };
}

async function readStored(
  context: RequestContext,
  token: string,
  tokenHash: string,
  options: ReadOptions,
): Promise<ActiveSession | null> {
  const active = await findStored(context, tokenHash);
  if (active && isLive(context, active.session)) {
    const extended = options.refresh ? await extend(context, active, token) : active;
    // Also when the cache was bypassed, because the browser's copy can be older than this read.
    if (extended === active && hasCookie(context, "session_token")) writeCookieCache(context, active);
    return extended;
  }
  // Match the expiry that was read, because another request may have extended the session since.
  if (active) {
    const { id, expiresAt } = active.session;
    await context.db.remove(sessionTable, { where: { id, token: tokenHash, expiresAt } });
  }
  if (hasCookie(context, "session_token")) clearSessionCookies(context);
  return null;
}

/**
 * Extends a session that's older than the update age. Of concurrent requests, one does it and the others keep what they
 * read.
 */
async function extend(context: RequestContext, active: ActiveSession, token: string): Promise<ActiveSession> {
  const { refresh, expiresIn, updateAge } = context.settings.session;
  const { session } = active;
  const now = context.now();
  const due = session.expiresAt.getTime() - expiresIn * 1000 + updateAge * 1000 <= now.getTime();
  if (!refresh || !session.remembered || !due) return active;
  const expiresAt = new Date(now.getTime() + expiresIn * 1000);
  // Store where the session is used now. Session lists show it, so users can notice someone else's use.
  const set = { expiresAt, updatedAt: now, ...callerOf(context) };
  const changed = await context.db.update(sessionTable, {
    where: { id: session.id, token: session.token, revision: session.revision },
    set: { ...set, revision: { increment: 1 } },
  });
  if (changed === 0) return active;
  const extended = { ...active, session: { ...session, ...set, revision: session.revision + 1 } };
  if (hasCookie(context, "session_token")) setSessionCookies(context, extended, token);
  else setBearerHeader(context, token);
  return extended;
}
