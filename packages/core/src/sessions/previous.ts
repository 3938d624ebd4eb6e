/** The session that a browser already has when someone signs in. */

import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { SignInAttempt } from "../kernel/sign-in-attempt.ts";
import { type ActiveSession, sessionTable } from "../tables/session.ts";
import { hashToken, readSessionToken } from "./cookies.ts";
import { findSessionByHash } from "./read.ts";

/** The browser's previous session, and whether it goes on. */
export interface PreviousSession {
  /** `null` if there is none, or if no plugin asks for it. */
  readonly active: ActiveSession | null;
  readonly isKept: boolean;
}

const none: PreviousSession = { active: null, isKept: false };

/**
 * Ends the browser's previous session, unless a plugin keeps it. Every sign-in does, even one that needs another step,
 * because the session's cookie is about to be removed.
 */
export async function takePreviousSession(
  tx: Transaction,
  context: RequestContext,
  attempt: SignInAttempt,
  isChallenged: boolean,
): Promise<PreviousSession> {
  const presented = attempt.actorId === null ? readSessionToken(context) : null;
  if (!presented) return none;
  const { keepsPreviousSession, onSessionCreated } = context.extensions;
  const isWanted = keepsPreviousSession.length > 0 || onSessionCreated.length > 0;
  const token = hashToken(presented.token);
  const active = isWanted ? await findSessionByHash(tx, context, token) : null;
  if (active) {
    const found = { attempt, previousSession: active, isChallenged };
    if (keepsPreviousSession.some((keeps) => keeps(found, context))) return { active, isKept: true };
  }
  await tx.remove(sessionTable, { where: { token } });
  return { active, isKept: false };
}
