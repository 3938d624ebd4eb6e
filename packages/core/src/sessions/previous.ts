/** The session that a browser already has when someone signs in. */

import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { SignInAttempt } from "../kernel/sign-in-attempt.ts";
import { type ActiveSession, sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";
import { hashToken, readSessionToken } from "./cookies.ts";
import { isGuest } from "./guards.ts";
import { findSessionByHash } from "./read.ts";

/** The browser's previous session, and whether it continues. */
export interface PreviousSession {
  /** `null` if there is none, or if no plugin needs it. */
  readonly active: ActiveSession | null;
  /** Whether the browser stays signed in to it if a challenge stops the sign-in. */
  readonly staysActive: boolean;
}

const none: PreviousSession = { active: null, staysActive: false };

/**
 * Ends the browser's previous session, unless a plugin keeps it. Every sign-in except an impersonation does this, even
 * one that needs another step, because the session's cookie is about to be replaced or removed.
 */
export async function endPreviousSession(
  tx: Transaction,
  context: RequestContext,
  attempt: SignInAttempt,
  isChallenged: boolean,
): Promise<PreviousSession> {
  const sessionToken = attempt.actorId === null ? readSessionToken(context) : null;
  if (!sessionToken) return none;
  const { keepsPreviousSession, onSessionCreated } = context.extensions;
  const isNeeded = keepsPreviousSession.length > 0 || onSessionCreated.length > 0;
  const active = isNeeded ? await findPreviousSession(tx, context) : null;
  if (active) {
    const found = { attempt, previousSession: active, isChallenged };
    const results = keepsPreviousSession.map((keeps) => keeps(found, context));
    if (results.some((result) => result !== false)) return { active, staysActive: results.includes(true) };
  }
  await tx.remove(sessionTable, { where: { token: hashToken(sessionToken.token) } });
  return { active, staysActive: false };
}

/**
 * Returns the request's session, read in this transaction. Locks a guest's row before anything else that belongs to the
 * guest is written, as a guest's sign-up does, so that the two can't deadlock. One query, or two for a guest.
 */
export async function findPreviousSession(tx: Transaction, context: RequestContext): Promise<ActiveSession | null> {
  const sessionToken = readSessionToken(context);
  const active = sessionToken ? await findSessionByHash(tx, context, hashToken(sessionToken.token)) : null;
  if (!active || !isGuest(context, active.user)) return active;
  const user = await tx.lock(userTable, active.user.id);
  return user && { session: active.session, user };
}
