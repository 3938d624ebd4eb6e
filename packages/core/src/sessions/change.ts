/**
 * Changes sessions and updates the copies of them. Code that changes a column that copies contain must increment
 * `revision` and call `syncSessionCookies`. `read.ts` does both itself when it extends a session. The `verifiedEmail`
 * mark and the selected organization are written elsewhere. No copy contains the marks, and selecting an organization
 * syncs the cookies.
 */

import { randomToken } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { fail, httpErrors } from "../http/errors.ts";
import type { RequestContext } from "../kernel/context.ts";
import { type ActiveSession, type Proofs, type SessionRow, sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { hashToken, readSessionToken, setBearerHeader, setSessionCookies } from "./cookies.ts";

/** New values for a session's row, including plugins' columns. */
export type SessionChange = Readonly<Record<string, unknown>> &
  Partial<Pick<SessionRow, "updatedAt" | "expiresAt" | "proofs" | "ipAddress" | "userAgent">>;

/** Maximum attempts when other requests change the same session first. */
const maxAttempts = 5;

/**
 * Updates the session's row. Takes one query, or more if another request changed it first. Call `syncSessionCookies`
 * after the transaction.
 *
 * @param change returns the new values, given the current row
 * @throws {AuthError} `UNAUTHORIZED` if the session has ended or got a new token since it was read,
 *   `SERVICE_UNAVAILABLE` if other requests keep changing it
 */
export async function changeSession(
  tx: Adapter,
  active: ActiveSession,
  change: (session: SessionRow) => SessionChange,
): Promise<ActiveSession> {
  let { session } = active;
  for (let tries = 0; tries < maxAttempts; tries++) {
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

/** A session with its new token. The previous token no longer works. */
export interface RotatedSession {
  readonly token: string;
  readonly active: ActiveSession;
}

/**
 * Gives the session a new token, because its privileges changed, for example with a new password, second factor, or
 * role.
 * @param proven factors that were just proven
 * @param removed a factor that the user no longer has. Its proofs are removed.
 * @throws {AuthError} as {@link changeSession}
 */
export async function rotateSession(
  tx: Adapter,
  context: RequestContext,
  active: ActiveSession,
  proven: readonly string[] = [],
  removed?: string,
): Promise<RotatedSession> {
  const token = randomToken(context.random);
  const changed = await changeSession(tx, active, (session) => ({
    token: hashToken(token),
    ...(removed === undefined ? {} : { proofs: withoutFactor(session.proofs, removed) }),
    ...proofChange(context, session, proven),
  }));
  return { token, active: changed };
}

function withoutFactor(proofs: Proofs | null, factor: string): Proofs {
  const kept = Object.entries(proofs ?? {}).filter(([name]) => name !== factor && !name.startsWith(`${factor}:`));
  return Object.fromEntries(kept);
}

/** Returns the change to a session when factors are proven. It makes the session fresh again. */
export function proofChange(context: RequestContext, session: SessionRow, proven: readonly string[]): SessionChange {
  if (proven.length === 0) return {};
  const now = context.now();
  const proofs = { ...session.proofs, ...Object.fromEntries(proven.map((factor) => [factor, now.getTime()])) };
  return { proofs, updatedAt: now };
}

/** Records factors that the caller has just proven, which makes the session fresh again. One query. */
export async function recordProof(
  context: RequestContext,
  active: ActiveSession,
  proven: readonly string[],
): Promise<ActiveSession> {
  const changed = await changeSession(context.db, active, (session) => proofChange(context, session, proven));
  syncSessionCookies(context, changed);
  return changed;
}

/**
 * Updates the browser's cookies and the request's loaded session. Call it after the commit whenever the caller's
 * session or user changed.
 *
 * @param token the new token, if it changed
 */
export function syncSessionCookies(context: RequestContext, active: ActiveSession, token?: string): void {
  context.loadedSession = { active, status: "stored" };
  const presented = readSessionToken(context);
  if (presented?.source === "cookie") setSessionCookies(context, active, token ?? presented.token);
  else if (presented) setBearerHeader(context, token ?? presented.token);
}

/**
 * Makes a different session the browser's active one, without changing either. Check first that the browser has its
 * token.
 */
export function switchSession(context: RequestContext, active: ActiveSession, token: string): void {
  context.loadedSession = { active, status: "stored" };
  setSessionCookies(context, active, token);
}

/** Returns the session with the updated user. */
export function withUser(active: ActiveSession, user: UserRow): ActiveSession {
  return { ...active, user };
}
