/** Notes when a user recovers their account through the mailbox, for the cooldown. */

import { type Transaction, widen } from "@latchkey/core/database";
import { type MailboxRecovery, type RequestContext, type UserRow, userTable } from "@latchkey/core/plugin";
import type { StepUpSettings } from "./options.ts";
import type { UserWithRecovery } from "./tables.ts";

/**
 * Starts the cooldown, unless no one has verified the mailbox before: then its owner comes for the first time. A second
 * recovery starts it again, so it never gets shorter. One query with a cooldown, and none without.
 */
export async function noteRecovery(
  tx: Transaction,
  { user }: MailboxRecovery,
  context: RequestContext,
  { recoveryCooldown }: StepUpSettings,
): Promise<boolean> {
  const { id, emailVerified, provenEmail } = user as unknown as UserRow;
  if (recoveryCooldown === 0 || (!emailVerified && provenEmail === null)) return false;
  const set = { recoveredAt: context.now() };
  await tx.update(widen<UserWithRecovery>(userTable), { where: { id }, set });
  return false;
}
