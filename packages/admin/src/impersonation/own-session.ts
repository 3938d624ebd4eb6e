/** An admin's own session while they act as somebody else: kept in a cookie of its own, bound to the impersonation. */

import {
  type ActiveSession,
  findSession,
  type PresentedToken,
  type RequestContext,
  readSigned,
  setSigned,
  userTable,
} from "@latchkey/core/plugin";
import { isBanned } from "../bans.ts";
import { type SessionWithActor, sessions, type UserWithRole } from "../tables.ts";

const cookie = "admin_session";

/** Keeps the admin's token for the way back. @param seconds as long as the impersonation lasts at most */
export function keepOwnSession(context: RequestContext, token: string, seconds: number): void {
  setSigned(context, cookie, token, seconds);
}

/** Takes the admin's token out of the browser. */
export function forgetOwnSession(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(cookie));
}

/** The token that was kept, if it is genuine. */
export function keptToken(context: RequestContext): string | null {
  return readSigned(context, cookie);
}

/**
 * The session from which this impersonation was begun, if it still stands: that very one, of the very admin who acts. A
 * forged cookie, or another admin's, gives nothing.
 */
export async function ownSession(
  context: RequestContext,
  acting: SessionWithActor,
  { from }: PresentedToken,
): Promise<ActiveSession | null> {
  const found = await (from === "cookie" ? byCookie(context) : byId(context, acting.impersonatorSessionId));
  if (!found || found.session.id !== acting.impersonatorSessionId) return null;
  const { session, user } = found;
  const stands = session.userId === acting.impersonatedBy && !isBanned(user as UserWithRole, context.now());
  return stands ? found : null;
}

async function byCookie(context: RequestContext): Promise<ActiveSession | null> {
  const token = keptToken(context);
  return token === null ? null : findSession(context, token);
}

/** A client without cookies has kept its own token by itself, and only wants to be told whose it is. */
async function byId(context: RequestContext, id: string | null): Promise<ActiveSession | null> {
  if (id === null) return null;
  const row = await context.db.findOne(sessions, {
    where: { id, expiresAt: { gt: context.now() } },
    join: { user: { table: userTable, on: { id: "userId" }, required: true } },
  });
  if (!row) return null;
  const { user, ...session } = row;
  return { session, user, joined: {} };
}
