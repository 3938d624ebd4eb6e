/** Stores which clients got tokens in which session, and notifies the clients when the session ends. */

import { randomId } from "@latchkey/core/crypto";
import { type Transaction, UniqueViolation, type Where } from "@latchkey/core/database";
import {
  type AuthContext,
  createMessage,
  type RequestContext,
  storeMessage,
  type TableHook,
} from "@latchkey/core/plugin";
import { issuerOf } from "../issuer.ts";
import { sessionIdFor } from "../subject.ts";
import { type OAuthClientRow, type OAuthSessionRow, oauthSessionTable } from "../tables.ts";
import { type LogoutNotice, logoutKind } from "./notices.ts";

/**
 * Records that the client must be notified when the session ends. One query, or none if it has no
 * `backchannel_logout_uri`.
 */
export async function recordSession(
  context: RequestContext,
  { clientId, backchannelLogoutUri }: OAuthClientRow,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
): Promise<void> {
  if (backchannelLogoutUri === null) return;
  const row: OAuthSessionRow = {
    id: randomId(context.random),
    sessionId,
    clientId,
    userId,
    sid: sessionIdFor(clientId, sessionId),
    issuer: issuerOf(context),
    createdAt: context.now(),
  };
  const absent = { table: oauthSessionTable, where: { sessionId, clientId } };
  await context.db.insertIf(oauthSessionTable, row, { absent }).catch((error: unknown) => {
    // A concurrent request already stored it.
    if (!(error instanceof UniqueViolation)) throw error;
  });
}

/** Stores a notice for each client in the transaction that ends a session, regardless of what ends it. */
export function sessionEndHooks(getContext: () => AuthContext): readonly TableHook[] {
  return [
    {
      table: "session",
      operation: "delete",
      beforeWrite: ({ rows }, tx) => storeNotices(tx, getContext(), { sessionId: { in: idsOf(rows) } }),
    },
    {
      // The database deletes a user's sessions without running hooks.
      table: "user",
      operation: "delete",
      beforeWrite: ({ rows }, tx) => storeNotices(tx, getContext(), { userId: { in: idsOf(rows) } }),
    },
  ];
}

function idsOf(rows: readonly object[]): string[] {
  return rows.map((row) => String((row as { readonly id?: unknown }).id));
}

const batchSize = 500;

async function storeNotices(tx: Transaction, context: AuthContext, where: Where<OAuthSessionRow>): Promise<void> {
  for (;;) {
    const rows = await tx.findMany(oauthSessionTable, { where, limit: batchSize });
    for (const { id } of rows) {
      // If several requests end the session concurrently, only one sends the notice.
      const row = await tx.consume(oauthSessionTable, { where: { id } });
      if (!row) continue;
      const { clientId, userId, sid, issuer } = row;
      const notice: LogoutNotice = { clientId, userId, sid, issuer };
      await storeMessage(tx, context, createMessage(context, logoutKind, notice));
    }
    if (rows.length < batchSize) return;
  }
}
