/** Keeps the admin's own session in a separate cookie during an impersonation. */

import {
  type ActiveSession,
  findSession,
  type RequestContext,
  readSignedCookie,
  type SessionToken,
  setSignedCookie,
  userTable,
} from "@latchkey/core/plugin";
import { isBanned } from "../bans.ts";
import { type SessionWithImpersonator, sessions, type UserWithRole } from "../tables.ts";

/** The cookie's base name. */
export const adminSessionCookie = "admin_session";

/** Stores the admin's session token in a cookie. @param seconds the maximum length of the impersonation */
export function setAdminSessionCookie(context: RequestContext, token: string, seconds: number): void {
  setSignedCookie(context, adminSessionCookie, token, seconds);
}

/** Clears the cookie with the admin's session token. */
export function clearAdminSessionCookie(context: RequestContext): void {
  context.reply.clearCookie(context.settings.cookie(adminSessionCookie));
}

/** Returns the admin's session token from the cookie if its signature is valid. */
export function readAdminSessionToken(context: RequestContext): string | null {
  return readSignedCookie(context, adminSessionCookie);
}

/**
 * Returns the session that started this impersonation, if it's still valid. It must be that exact session and belong to
 * the impersonating admin, so a forged cookie or another admin's cookie returns `null`.
 */
export async function findAdminSession(
  context: RequestContext,
  impersonated: SessionWithImpersonator,
  { source }: SessionToken,
): Promise<ActiveSession | null> {
  const found = await (source === "cookie"
    ? findByCookie(context)
    : findById(context, impersonated.impersonatorSessionId));
  if (!found || found.session.id !== impersonated.impersonatorSessionId) return null;
  const { session, user } = found;
  const isValid = session.userId === impersonated.impersonatedBy && !isBanned(user as UserWithRole, context.now());
  return isValid ? found : null;
}

async function findByCookie(context: RequestContext): Promise<ActiveSession | null> {
  const token = readAdminSessionToken(context);
  return token === null ? null : findSession(context, token);
}

/** Clients without cookies keep their own token. They only need the session's data. */
async function findById(context: RequestContext, id: string | null): Promise<ActiveSession | null> {
  if (id === null) return null;
  const row = await context.db.findOne(sessions, {
    where: { id, expiresAt: { gt: context.now() } },
    join: { user: { table: userTable, on: { id: "userId" }, required: true } },
  });
  if (!row) return null;
  const { user, ...session } = row;
  return { session, user };
}
