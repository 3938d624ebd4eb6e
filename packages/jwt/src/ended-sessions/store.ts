/** Stores which sessions ended while their tokens could still be valid. */

import { randomId, sha256Base64Url } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, type SessionRow, sessionTable, type TableHook, userTable } from "@latchkey/core/plugin";
import type { JwtSettings } from "../options.ts";
import { type EndedSessionRow, endedSessionTable } from "../tables.ts";
import { digestLength } from "../verify/digest-length.ts";

/**
 * How long to keep a row after its last token has expired, in seconds. This allows for services whose clock is behind.
 */
const margin = 120;

/**
 * Returns the digest that's published for a session's id. If the ids themselves were published, OAuth clients could
 * find out that they share a user, because each client's `sid` is derived from the id.
 */
export function publicDigest(sessionId: string): string {
  return sha256Base64Url(sessionId).slice(0, digestLength);
}

/** Stores each session in the transaction that ends it, regardless of what ends it. */
export function endedSessionHooks(getContext: () => AuthContext, settings: JwtSettings): readonly TableHook[] {
  return [
    {
      table: "session",
      operation: "delete",
      inTransaction: ({ rows }, tx) =>
        storeEnded(tx, getContext(), settings, rows as readonly object[] as SessionRow[]),
    },
    {
      // The database deletes a user's sessions without running hooks.
      table: "user",
      operation: "delete",
      beforeWrite: ({ rows }, tx) =>
        storeSessionsOf(
          tx,
          getContext(),
          settings,
          rows.map(({ id }) => String(id)),
        ),
    },
  ];
}

const batchSize = 500;

async function storeSessionsOf(
  tx: Transaction,
  context: AuthContext,
  settings: JwtSettings,
  userIds: readonly string[],
): Promise<void> {
  // Sign-ins in progress wait for the lock and then fail. Lock in a fixed order, so that deletions can't deadlock.
  for (const id of [...userIds].sort()) await tx.lock(userTable, id);
  let after: SessionRow | undefined;
  for (;;) {
    const where = { userId: { in: userIds } };
    const rows = await tx.findMany(sessionTable, { where, limit: batchSize, ...(after ? { after } : {}) });
    await storeEnded(tx, context, settings, rows);
    if (rows.length < batchSize) return;
    after = rows.at(-1);
  }
}

/**
 * Sends one query, right before the commit. Skips sessions that expired more than two minutes ago, because their tokens
 * have expired, too. The stored time must be close to the commit, no matter how long the transaction takes, because
 * readers go back only a minute.
 */
async function storeEnded(
  tx: Transaction,
  context: AuthContext,
  { token }: JwtSettings,
  sessions: readonly SessionRow[],
): Promise<void> {
  const now = context.now().getTime();
  const toRow = (sessionId: string): EndedSessionRow => {
    const endedAt = context.now();
    const expiresAt = new Date(endedAt.getTime() + (token.expirationTime + margin) * 1000);
    return { id: randomId(context.random), sid: publicDigest(sessionId), endedAt, expiresAt };
  };
  for (const { id, expiresAt } of sessions) {
    if (expiresAt.getTime() + margin * 1000 > now) await tx.insertAtEnd(endedSessionTable, () => toRow(id));
  }
}

/** Deletes the rows whose tokens have all expired. Returns how many. */
export function removePastSessions({ db, now }: AuthContext): Promise<number> {
  return db.remove(endedSessionTable, { where: { expiresAt: { lte: now() } } });
}
