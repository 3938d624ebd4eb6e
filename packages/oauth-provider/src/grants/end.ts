/** Ends grants when a user takes back control of the account, or can no longer use it. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AccessRevocation,
  type EndpointHook,
  type MailboxRecovery,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import { oauthGrantTable } from "../tables.ts";
import { removeCodes } from "./consents.ts";

async function endGrants(tx: Transaction, context: RequestContext, userId: string, reason: string): Promise<boolean> {
  await removeCodes(tx, userId);
  const ended = await tx.remove(oauthGrantTable, { where: { userId } });
  if (ended > 0) await recordAudit(tx, context, { action: "oauth-grant.revoke", userId, data: { ended, reason } });
  return ended > 0;
}

/** A recovery ends what anyone with access to the account could have granted. */
export function endGrantsOnReclaim(
  tx: Transaction,
  { user }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  return endGrants(tx, context, user.id, "account-recovered");
}

/** A ban or a directory ends grants, so that lifting it doesn't give clients their access back. */
export async function endGrantsOnBan(
  tx: Transaction,
  { userId, reason }: AccessRevocation,
  context: RequestContext,
): Promise<void> {
  if (reason === "banned") await endGrants(tx, context, userId, "user-banned");
  if (reason === "deprovisioned") await endGrants(tx, context, userId, "user-deprovisioned");
}

/** Signing out everywhere and changing the password also end what clients have. */
export const signOutHook: EndpointHook = {
  on: ["revokeSessions", "changePassword"],
  async after(output, context) {
    const userId = context.loadedSession?.active?.user.id;
    if (userId === undefined) return;
    await context.db.transaction((tx) => endGrants(tx, context, userId, "sessions-revoked"));
    return output;
  },
};
