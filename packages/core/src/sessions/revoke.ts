/** Ending and listing sessions. */

import { recordAudit } from "../audit/store.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { bumpUserEpoch } from "../users/store.ts";
import { type SessionRow, sessionTable } from "./table.ts";

/** Most sessions that a list shows; the newest. */
const mostListed = 100;

/** The live sessions of a user, newest first. */
export function listSessions(context: RequestContext, userId: string): Promise<SessionRow[]> {
  return context.db.findMany(sessionTable, {
    where: { userId, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: mostListed,
  });
}

/** Ends the session with this handle, if it is the user's. Says nothing about whether there was one. */
export async function revokeSession(context: RequestContext, userId: string, handle: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ended = await tx.remove(sessionTable, { where: { userId, token: handle } });
    if (ended > 0) await recordAudit(tx, context, { action: "session.revoke", actorId: userId, userId });
  });
}

/**
 * Ends all sessions of a user.
 * @param except id of the session to keep
 */
export async function revokeSessions(
  context: RequestContext,
  userId: string,
  except: string | null = null,
  db: Adapter = context.db,
): Promise<void> {
  await db.transaction(async (tx) => {
    const where = except === null ? { userId } : { userId, id: { ne: except } };
    const ended = await tx.remove(sessionTable, { where });
    if (ended > 0) {
      await recordAudit(tx, context, { action: "session.revoke-all", actorId: userId, userId, data: { ended } });
    }
  });
}

/**
 * Ends all sessions of a user, those that a sign-in under way is about to make among them: it waits for those that hold
 * the user, and turns away those that do not yet.
 * @param except id of the session to keep
 */
export async function revokeEverySession(
  context: RequestContext,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await bumpUserEpoch(tx, userId);
    await revokeSessions(context, userId, except, tx);
  });
}

/** Removes sessions that ended by themselves, and says how many. */
export function removeExpiredSessions(context: AuthContext): Promise<number> {
  return context.db.remove(sessionTable, { where: { expiresAt: { lte: context.now() } } });
}

/** Ends the session with this token hash, whoever holds it. */
export async function endSession(context: RequestContext, tokenHash: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const ended = await tx.take(sessionTable, { where: { token: tokenHash } });
    if (ended) await recordAudit(tx, context, { action: "session.end", actorId: ended.userId, userId: ended.userId });
  });
}
