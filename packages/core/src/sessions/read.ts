/** Reading the session of a request: one statement, or none where a copy in the cookie or in the storage will do. */

import type { Joins } from "../database/adapter.ts";
import { callerOf } from "../plugin/caller.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { type UserRow, userTable } from "../users/table.ts";
import { readCache, writeCache } from "./cache.ts";
import { clearSessionCookies, setBearerHeader, setSessionCookies } from "./cookies.ts";
import { isLive } from "./lifetime.ts";
import { keepSession, knownSession } from "./memo.ts";
import { keepShared, readShared, type SharedRead } from "./shared-copies.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "./table.ts";
import { hasCookie, hashToken, presentedToken } from "./token.ts";

/** How a session is read. */
export interface ReadOptions {
  /** Whether a copy may answer: the cookie cache, or that of the secondary storage. Endpoints that change state or show a secret say no. */
  readonly cache: boolean;
  /** Whether a session that is due is extended by this read. */
  readonly refresh: boolean;
}

/** The session of this request, or `null`. Cookies of a session that is gone are cleared. Read once a request. */
export async function readSession(context: RequestContext, options: ReadOptions): Promise<ActiveSession | null> {
  const known = knownSession(context);
  if (known && (options.cache || !known.cached)) return known.active;
  const presented = presentedToken(context);
  if (!presented) {
    if (hasCookie(context, "session_token")) clearSessionCookies(context);
    return null;
  }
  const copy = options.cache ? await readCopy(context, presented.token) : null;
  const active = copy?.active ?? (await readStored(context, presented.token, options));
  if (active && copy && copy.readAt !== null) await keepShared(context, active, presented.token, copy.readAt);
  keepSession(context, { active, cached: active !== null && active === copy?.active });
  return active;
}

/** What a copy says: the browser's own, else the storage's. A shared one is not put into the browser: ages would add up. */
async function readCopy(context: RequestContext, token: string): Promise<SharedRead | null> {
  const own = readCache(context, token);
  return own ? { active: own, readAt: null } : readShared(context, token);
}

/** The live session with this bearer secret, its user and what plugins join, in one statement. */
export async function findSession(context: AuthContext, token: string): Promise<ActiveSession | null> {
  const active = await findStored(context, token);
  return active && isLive(context, active.session) ? active : null;
}

/** As `findSession`, also when its time is over. */
async function findStored(context: AuthContext, token: string): Promise<ActiveSession | null> {
  const row = await context.db.findOne(sessionTable, {
    where: { token: hashToken(token) },
    join: joinsOf(context),
  });
  if (!row) return null;
  const { user, ...rest } = row as SessionRow & { user: UserRow } & Record<string, object | null>;
  const joined: Record<string, object | null> = {};
  for (const name in context.extensions.sessionJoins) {
    joined[name] = rest[name] as object | null;
    delete (rest as Record<string, unknown>)[name];
  }
  return { session: rest as SessionRow, user, joined };
}

async function readStored(context: RequestContext, token: string, options: ReadOptions): Promise<ActiveSession | null> {
  const active = await findStored(context, token);
  if (active && isLive(context, active.session)) {
    const extended = options.refresh ? await extend(context, active, token) : active;
    // Also where the cache was passed by: what the browser holds may be older than what was read now.
    if (extended === active && hasCookie(context, "session_token")) writeCache(context, active);
    return extended;
  }
  // By the expiry that was read: another request may have extended it since.
  if (active) {
    const { id, expiresAt } = active.session;
    await context.db.remove(sessionTable, { where: { id, expiresAt } });
  }
  if (hasCookie(context, "session_token")) clearSessionCookies(context);
  return null;
}

/** Extends a session that is older than the update age. Of parallel requests one does; the others find it done. */
async function extend(context: RequestContext, active: ActiveSession, token: string): Promise<ActiveSession> {
  const { refresh, expiresIn, updateAge } = context.settings.session;
  const { session } = active;
  const now = context.now();
  const due = session.expiresAt.getTime() - expiresIn * 1000 + updateAge * 1000 <= now.getTime();
  if (!refresh || !session.remembered || !due) return active;
  const expiresAt = new Date(now.getTime() + expiresIn * 1000);
  // From where it is used now: lists show it, so that a stranger's use is seen.
  const set = { expiresAt, updatedAt: now, ...callerOf(context) };
  const changed = await context.db.update(sessionTable, {
    where: { id: session.id, revision: session.revision },
    set: { ...set, revision: { increment: 1 } },
  });
  if (changed === 0) return active;
  const extended = { ...active, session: { ...session, ...set, revision: session.revision + 1 } };
  if (hasCookie(context, "session_token")) setSessionCookies(context, extended, token);
  else setBearerHeader(context, token);
  return extended;
}

const joinsByContext: WeakMap<object, Joins> = new WeakMap();

function joinsOf(context: AuthContext): Joins {
  const { sessionJoins } = context.extensions;
  let joins = joinsByContext.get(sessionJoins);
  if (!joins) {
    joins = { user: { table: userTable, on: { id: "userId" }, required: true }, ...sessionJoins };
    joinsByContext.set(sessionJoins, joins);
  }
  return joins;
}
