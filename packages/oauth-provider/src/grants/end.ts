/** Ends grants when a user regains control of the account, or can no longer use it. */

import type { Transaction } from "@latchkey/core/database";
import { type AccessRevocation, type MailboxRecovery, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { oauthGrantTable } from "../tables.ts";
import { removeApprovals } from "./consents.ts";

async function endGrants(tx: Transaction, context: RequestContext, userId: string, reason: string): Promise<boolean> {
  await removeApprovals(tx, context, { userId });
  const ended = await tx.remove(oauthGrantTable, { where: { userId } });
  if (ended > 0) await recordAudit(tx, context, { action: "oauth-grant.revoke", userId, data: { ended, reason } });
  return ended > 0;
}

/** Ends grants when an account is recovered, because someone else with access to it could have given them. */
export function endGrantsOnReclaim(
  tx: Transaction,
  { user }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  return endGrants(tx, context, user.id, "account-recovered");
}

/**
 * Ends grants after a ban, a removal by a directory, signing out everywhere, or a new password. Unbanning doesn't
 * restore them.
 */
export async function endGrantsOnRevocation(
  tx: Transaction,
  { userId, reason }: AccessRevocation,
  context: RequestContext,
): Promise<void> {
  if (reason === "banned") await endGrants(tx, context, userId, "user-banned");
  if (reason === "deprovisioned") await endGrants(tx, context, userId, "user-deprovisioned");
  if (reason === "signed-out") await endGrants(tx, context, userId, "sessions-revoked");
  // Someone with the old password could have granted access.
  if (reason === "password-changed") await endGrants(tx, context, userId, "password-changed");
}
