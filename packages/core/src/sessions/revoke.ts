/** Ending and listing sessions. */

import { recordAudit } from "../audit/store.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { bumpUserEpoch } from "../users/store.ts";
import { actorOf } from "./acting.ts";
import { type SessionRow, sessionTable } from "./table.ts";

/** Most sessions that a list shows; the newest. */
const mostListed = 100;

/** The live sessions of a user, newest first, impersonations included. For admins. */
export function listSessions(context: RequestContext, userId: string): Promise<SessionRow[]> {
  return context.db.findMany(sessionTable, {
    where: { userId, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: mostListed,
  });
}

/** The live sessions that a user knows about, newest first: without those in which another person acts as the user. */
export async function listOwnSessions(context: RequestContext, userId: string): Promise<SessionRow[]> {
  const rows = await listSessions(context, userId);
  return rows.filter((row) => actorOf(context, row) === null);
}

/** How sessions are ended, and by whom. */
export interface RevokeOptions {
  /** Id of the session to keep. */
  readonly except?: string;
  /** Who ends them, for the audit. Default: the user whose they are. `null`: the app itself. */
  readonly actorId?: string | null;
  /** The transaction to do it in. Default: one of its own. */
  readonly db?: Adapter;
}

/**
 * Ends the session with this handle. Says nothing about whether there was one.
 * @param userId only if it is this user's; `null`: whoever's it is
 */
export async function revokeSession(
  context: RequestContext,
  userId: string | null,
  handle: string,
  { actorId, db = context.db }: Omit<RevokeOptions, "except"> = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const where = userId === null ? { token: handle } : { token: handle, userId };
    const ended = await tx.take(sessionTable, { where });
    if (!ended) return;
    const by = actorId === undefined ? ended.userId : actorId;
    await recordAudit(tx, context, { action: "session.revoke", actorId: by, userId: ended.userId });
  });
}

/** Ends all sessions of a user. */
export async function revokeSessions(
  context: RequestContext,
  userId: string,
  { except, actorId = userId, db = context.db }: RevokeOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const where = except === undefined ? { userId } : { userId, id: { ne: except } };
    const ended = await tx.remove(sessionTable, { where });
    if (ended > 0) await recordAudit(tx, context, { action: "session.revoke-all", actorId, userId, data: { ended } });
  });
}

/**
 * Ends all sessions of a user, those that a sign-in under way is about to make among them: it waits for those that hold
 * the user, and turns away those that do not yet.
 */
export async function revokeEverySession(
  context: RequestContext,
  userId: string,
  { db = context.db, ...options }: RevokeOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await bumpUserEpoch(tx, userId);
    await revokeSessions(context, userId, { ...options, db: tx });
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
    if (!ended) return;
    const who = { actorId: ended.userId, userId: ended.userId, onBehalfOf: actorOf(context, ended) };
    await recordAudit(tx, context, { action: "session.end", ...who });
  });
}
