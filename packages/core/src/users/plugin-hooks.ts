/** Calls plugins when a user loses permissions or is deleted. */

import type { Transaction } from "../database/adapter.ts";
import type { AccessRevocation, UserRemoval } from "../kernel/account-events.ts";
import type { RequestContext } from "../kernel/context.ts";

/**
 * Calls every plugin's `onAccessRevoked`. Call it in the transaction that removes the permissions, with the user
 * locked.
 */
export async function runAccessRevokedHooks(
  tx: Transaction,
  context: RequestContext,
  loss: AccessRevocation,
): Promise<void> {
  for (const tell of context.extensions.onAccessRevoked) await tell(tx, loss, context);
}

/**
 * Calls every plugin's `removeSolelyOwned`. Call it in the transaction that deletes the user, before the row is
 * deleted.
 */
export async function removeSolelyOwned(tx: Transaction, context: RequestContext, removal: UserRemoval): Promise<void> {
  for (const remove of context.extensions.removeSolelyOwned) await remove(tx, removal, context);
}
