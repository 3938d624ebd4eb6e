/** Reads a request's session. Takes one query, or none if a copy in the cookie or secondary storage is enough. */

import type { Adapter, Join, Joined, Joins, Where } from "../database/adapter.ts";
import { callerOf } from "../kernel/caller.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import type { CredentialSession, SessionJoins } from "../kernel/session.ts";
import { type ActiveSession, type CachedSession, earlierOf, type SessionRow, sessionTable } from "../tables/session.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { readCookieCache, writeCookieCache } from "./cache/cookie.ts";
import { readStorageCache, type StorageCacheRead, writeStorageCache } from "./cache/storage.ts";
import { sessionCookies } from "./cookie-names.ts";
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
  const credential = context.extensions.credentialReaders.length > 0 ? await readCredential(context) : null;
  if (credential) {
    context.loadedSession = { ...credential, status: "stored" };
    return credential.active;
  }
  const presented = readSessionToken(context);
  if (!presented) {
    if (hasCookie(context, sessionCookies.token)) clearSessionCookies(context);
    return null;
  }
  const tokenHash = hashToken(presented.token);
  const copy = options.cache ? await readCopy(context, tokenHash) : null;
  if (copy?.active) {
    context.loadedSession = { active: copy.active, status: "cached" };
    return copy.active;
  }
  const stored = await readStored(context, presented.token, tokenHash, options);
  if (stored && copy && copy.readAt !== null) await writeStorageCache(context, stored.active, copy.readAt);
  context.loadedSession = { active: null, status: "stored", ...stored };
  return stored?.active ?? null;
}

/** Returns the session that a plugin's credential, such as an API key, represents. A cookie takes precedence. */
async function readCredential(context: RequestContext): Promise<CredentialSession | null> {
  if (hasCookie(context, sessionCookies.token)) return null;
  for (const read of context.extensions.credentialReaders) {
    const found = await read(context);
    if (!found) continue;
    for (const check of context.extensions.credentialChecks) await check(context, found.active);
    return found;
  }
  return null;
}

/** A session, read from the database, with the rows of its joins by name. */
export interface JoinedSession<J extends Joins> extends ActiveSession {
  readonly joined: Joined<J>;
}

/**
 * Returns the request's session with joined rows, or `null`. Pass the same join objects that one of the endpoint's
 * guards declares as `sessionJoins`, for example a module constant. Otherwise, this takes a separate query.
 */
export async function readJoinedSession<const J extends Joins>(
  context: RequestContext,
  joins: J,
): Promise<JoinedSession<J> | null> {
  const active = await readSession(context);
  if (!active) return null;
  const loaded = context.loadedSession?.joined;
  const rows = Object.entries(joins).map(([name, join]) => [name, loaded?.get(join)] as const);
  if (rows.every(([, row]) => row !== undefined)) {
    return { ...active, joined: Object.fromEntries(rows) as Joined<J> };
  }
  const found = await findStored(context, { id: active.session.id }, { user: userJoin, ...joins });
  if (!found) return null;
  const joined = Object.fromEntries(Object.entries(joins).map(([name, join]) => [name, found.joined.get(join)]));
  return { ...found.active, joined: joined as Joined<J> };
}

/**
 * Reads a copy, from the cookie first and then from the secondary storage. Copies from the storage aren't written to
 * the cookie, because their ages would add up.
 */
async function readCopy(context: RequestContext, tokenHash: string): Promise<StorageCacheRead | null> {
  const cookieCopy = readCookieCache(context, tokenHash);
  const copy = cookieCopy ? { active: cookieCopy, readAt: null } : await readStorageCache(context, tokenHash);
  return copy?.active && !isSessionLive(context, copy.active.session) ? null : copy;
}

/** Returns the active session with this token, in one query. */
export function findSession(context: AuthContext, token: string): Promise<ActiveSession | null> {
  return findSessionByHash(context.db, context, hashToken(token));
}

/** Returns the active session with this token hash, in one query. @param db the transaction to read it in */
export async function findSessionByHash(
  db: Adapter,
  context: AuthContext,
  tokenHash: string,
): Promise<ActiveSession | null> {
  const found = await findStored({ db }, { token: tokenHash }, userOnly);
  return found && isSessionLive(context, found.active.session) ? found.active : null;
}

/** Whether the session hasn't expired, by the app's clock. */
export function isSessionLive(context: AuthContext, session: SessionRow): boolean {
  const { absoluteExpiresIn } = context.settings.session;
  const now = context.now().getTime();
  if (absoluteExpiresIn !== null && session.createdAt.getTime() + absoluteExpiresIn * 1000 <= now) return false;
  return session.expiresAt.getTime() > now;
}

/** Returns the active sessions with these tokens, in the order of the tokens. One query. */
export async function findSessions(
  context: AuthContext,
  tokens: readonly string[],
  db: Adapter = context.db,
): Promise<ActiveSession[]> {
  const hashes = tokens.map(hashToken);
  const rows = await db.findMany(sessionTable, {
    where: { token: { in: hashes } },
    join: userOnly,
    limit: Math.max(1, hashes.length),
  });
  const found = new Map(rows.map(({ user, ...session }) => [session.token, { session, user }]));
  return hashes.flatMap((hash) => found.get(hash) ?? []).filter(({ session }) => isSessionLive(context, session));
}

/** The join that every session read has. */
export const userJoin: Join<UserRow> & { readonly required: true } = {
  table: userTable,
  on: { id: "userId" },
  required: true,
};

const userOnly = { user: userJoin };

interface StoredSession {
  readonly active: ActiveSession;
  readonly joined: ReadonlyMap<Join, object | null>;
}

const noRows: StoredSession["joined"] = new Map();

/** Returns a session even if it has expired. */
async function findStored(
  { db }: Pick<AuthContext, "db">,
  where: Where<SessionRow>,
  joins: SessionJoins,
): Promise<StoredSession | null> {
  const row = await db.findOne(sessionTable, { where, join: joins });
  if (!row) return null;
  const { user, ...session } = row as SessionRow & { user: UserRow } & Record<string, object | null>;
  let joined: Map<Join, object | null> | null = null;
  for (const name in joins) {
    if (name === "user") continue;
    joined ??= new Map();
    joined.set(joins[name] as Join, session[name] as object | null);
    delete (session as Record<string, unknown>)[name];
  }
  return { active: { session, user }, joined: joined ?? noRows };
}

async function readStored(
  context: RequestContext,
  token: string,
  tokenHash: string,
  options: ReadOptions,
): Promise<StoredSession | null> {
  const joins = context.extensions.sessionJoins[context.endpointId] ?? userOnly;
  const stored = await findStored(context, { token: tokenHash }, joins);
  if (stored && isSessionLive(context, stored.active.session)) {
    const active = options.refresh ? await extend(context, stored.active, token) : stored.active;
    // Rewrite the copy even if the cache was bypassed, because the browser's copy can be older than this read.
    if (active === stored.active && hasCookie(context, sessionCookies.token)) writeCookieCache(context, active);
    if (options.refresh) for (const notify of context.extensions.onSessionRead) await notify(active, context);
    return { ...stored, active };
  }
  // Match the expiry that was read, because another request may have extended the session since.
  if (stored) {
    const { id, expiresAt } = stored.active.session;
    await context.db.remove(sessionTable, { where: { id, token: tokenHash, expiresAt } });
  }
  if (hasCookie(context, sessionCookies.token)) clearSessionCookies(context);
  return null;
}

/**
 * Extends a session that's older than the update age. If several requests try concurrently, one extends it and the
 * others keep what they read.
 */
async function extend(context: RequestContext, active: ActiveSession, token: string): Promise<ActiveSession> {
  const { refresh, expiresIn, updateAge } = context.settings.session;
  const { session } = active;
  const now = context.now();
  const isDue = session.expiresAt.getTime() - expiresIn * 1000 + updateAge * 1000 <= now.getTime();
  const isAtEnd = session.endsAt !== null && session.expiresAt >= session.endsAt;
  if (!refresh || !session.remembered || !isDue || isAtEnd) return active;
  const expiresAt = earlierOf(new Date(now.getTime() + expiresIn * 1000), session.endsAt);
  // Store the current IP address and user agent. Session lists show them, so users can notice if someone else uses the
  // session.
  const set = { expiresAt, updatedAt: now, ...callerOf(context) };
  const changed = await context.db.update(sessionTable, {
    where: { id: session.id, token: session.token, revision: session.revision },
    set: { ...set, revision: { increment: 1 } },
  });
  if (changed === 0) return active;
  const extended = { ...active, session: { ...session, ...set, revision: session.revision + 1 } };
  if (hasCookie(context, sessionCookies.token)) setSessionCookies(context, extended, token);
  else setBearerHeader(context, token);
  return extended;
}
