/** Lists and revokes sessions. */

import { recordAudit } from "../audit/store.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { type SessionRow, sessionTable } from "../tables/session.ts";
import { runAccessRevokedHooks } from "../users/plugin-hooks.ts";
import { incrementUserEpoch } from "../users/store.ts";
import { impersonatorOf } from "./guards.ts";

/** Maximum sessions in a list. The newest are kept. */
const maxListed = 100;

/**
 * Lists a user's active sessions, newest first, including impersonated ones. For admins.
 * @param db the transaction to read them in
 */
export function listSessions(context: RequestContext, userId: string, db: Adapter = context.db): Promise<SessionRow[]> {
  return db.findMany(sessionTable, {
    where: { userId, expiresAt: { gt: context.now() } },
    orderBy: [{ column: "createdAt", direction: "desc" }],
    limit: maxListed,
  });
}

/** Lists a user's active sessions, newest first, without impersonated ones. */
export async function listOwnSessions(context: RequestContext, userId: string): Promise<SessionRow[]> {
  const rows = await listSessions(context, userId);
  return rows.filter((row) => impersonatorOf(context, row) === null);
}

/** Options for revoking sessions. */
export interface RevokeOptions {
  /** Id of the session to keep. */
  readonly except?: string;
  /** Who revokes them, for the audit log. Default: the sessions' user. `null`: the app itself. */
  readonly actorId?: string | null;
  /** The transaction to use. Default: a new one. */
  readonly db?: Adapter;
}

/**
 * Revokes the session with this handle. Doesn't reveal whether it existed.
 * @param userId revokes the session only if it's this user's; `null`: any user's
 */
export async function revokeSession(
  context: RequestContext,
  userId: string | null,
  handle: string,
  { actorId, db = context.db }: Omit<RevokeOptions, "except"> = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const where = userId === null ? { token: handle } : { token: handle, userId };
    const ended = await tx.consume(sessionTable, { where });
    if (!ended) return;
    const revokedBy = actorId === undefined ? ended.userId : actorId;
    await recordAudit(tx, context, { action: "session.revoke", actorId: revokedBy, userId: ended.userId });
  });
}

/** Revokes all sessions of a user. */
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
 * Revokes all sessions of a user, including those that a sign-in in progress is about to create. Waits for sign-ins
 * that have already locked the user, and makes all others that are in progress fail. Without `except`, plugins also
 * revoke the user's grants, such as those of OAuth clients.
 */
export async function revokeSessionsAndSignIns(
  context: RequestContext,
  userId: string,
  { db = context.db, ...options }: RevokeOptions = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    await incrementUserEpoch(tx, userId);
    await revokeSessions(context, userId, { ...options, db: tx });
    if (options.except !== undefined) return;
    const { actorId = userId } = options;
    await runAccessRevokedHooks(tx, context, { userId, reason: "signed-out", actorId });
  });
}

/** Removes expired sessions and returns their number. */
export function removeExpiredSessions(context: AuthContext): Promise<number> {
  return context.db.remove(sessionTable, { where: { expiresAt: { lte: context.now() } } });
}

/** Ends the caller's own session, by its token hash. Returns it, or `null` if it had already ended. */
export async function endSession(context: RequestContext, tokenHash: string): Promise<SessionRow | null> {
  return context.db.transaction(async (tx) => {
    const ended = await tx.consume(sessionTable, { where: { token: tokenHash } });
    if (!ended) return null;
    const subject = { actorId: ended.userId, userId: ended.userId, onBehalfOf: impersonatorOf(context, ended) };
    await recordAudit(tx, context, { action: "session.end", ...subject });
    return ended;
  });
}
