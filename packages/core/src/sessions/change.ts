/**
 * Changing a session, and showing the change in every copy of it. Whatever writes the row of a live session or of the
 * caller's own user goes through here, so that the cookie cache never tells an older story.
 */

import { randomToken } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { fail, httpErrors } from "../http/errors.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { UserRow } from "../users/table.ts";
import { setBearerHeader, setSessionCookies } from "./cookies.ts";
import { keepSession } from "./memo.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "./table.ts";
import { hashToken, presentedToken } from "./token.ts";

/** New values of a session's row; columns of plugins among them. */
export type SessionChange = Readonly<Record<string, unknown>> &
  Partial<Pick<SessionRow, "updatedAt" | "expiresAt" | "proofs" | "ipAddress" | "userAgent">>;

/** How often a change is tried again when another request changed the same session first. */
const mostTries = 5;

/**
 * Changes the session's row: one statement, more only if another request changed it first. Call `showSession` once the
 * transaction is over.
 *
 * @param change the new values, from the row as it is
 * @throws {AuthError} `UNAUTHORIZED`: the session was ended, or got another token, meanwhile
 */
export async function changeSession(
  tx: Adapter,
  active: ActiveSession,
  change: (session: SessionRow) => SessionChange,
): Promise<ActiveSession> {
  let { session } = active;
  for (let tries = 0; tries < mostTries; tries++) {
    const { id, token, revision } = session;
    const set = change(session);
    const changed = await tx.update(sessionTable, {
      where: { id, token, revision },
      set: { ...set, revision: { increment: 1 } },
    });
    if (changed > 0) return { ...active, session: { ...session, ...set, revision: revision + 1 } };
    session = (await tx.findOne(sessionTable, { where: { id, token } })) ?? fail(httpErrors, "UNAUTHORIZED");
  }
  return fail(httpErrors, "SERVICE_UNAVAILABLE");
}

/** A session under a new token; the old one is nothing any more. */
export interface RotatedSession {
  readonly token: string;
  readonly active: ActiveSession;
}

/**
 * Gives the session a new token, because what it may do has changed: a new password, a second factor, a role.
 * @param proven factors proven just now
 * @throws {AuthError} `UNAUTHORIZED`: the session was ended, or got another token, meanwhile
 */
export async function rotateSession(
  tx: Adapter,
  context: RequestContext,
  active: ActiveSession,
  proven: readonly string[] = [],
): Promise<RotatedSession> {
  const token = randomToken(context.random);
  const changed = await changeSession(tx, active, (session) => ({
    token: hashToken(token),
    ...proofsNow(context, session, proven),
  }));
  return { token, active: changed };
}

/** What proving factors now changes in a session: it is fresh again. */
export function proofsNow(context: RequestContext, session: SessionRow, proven: readonly string[]): SessionChange {
  if (proven.length === 0) return {};
  const now = context.now();
  const proofs = { ...session.proofs, ...Object.fromEntries(proven.map((factor) => [factor, now.getTime()])) };
  return { proofs, updatedAt: now };
}

/** Notes that the caller has proven factors just now: the session is fresh again. One statement. */
export async function proveSession(
  context: RequestContext,
  active: ActiveSession,
  proven: readonly string[],
): Promise<ActiveSession> {
  const changed = await changeSession(context.db, active, (session) => proofsNow(context, session, proven));
  showSession(context, changed);
  return changed;
}

/**
 * Puts the session as it is now into the browser's cookies and into what this request knows of it. After the commit,
 * for every change of the caller's session or of the caller's own user.
 *
 * @param token the new one, where it changed
 */
export function showSession(context: RequestContext, active: ActiveSession, token?: string): void {
  keepSession(context, { active, cached: false });
  const presented = presentedToken(context);
  if (presented?.from === "cookie") setSessionCookies(context, active, token ?? presented.token);
  else if (presented) setBearerHeader(context, token ?? presented.token);
}

/** The same session with its user as they are now. */
export function withUser(active: ActiveSession, user: UserRow): ActiveSession {
  return { ...active, user };
}
