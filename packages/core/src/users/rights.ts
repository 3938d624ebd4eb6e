/** Tells plugins that a user lost rights, or is removed together with what only they own. */

import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { RightsLoss, UserRemoval } from "../plugin/plugin.ts";

/** Calls every plugin's `onRightsLost`. Call it in the transaction that takes the rights away, with the user locked. */
export async function announceRightsLost(tx: Transaction, context: RequestContext, loss: RightsLoss): Promise<void> {
  for (const tell of context.extensions.rightsLost) await tell(tx, loss, context);
}

/** Calls every plugin's `removeSolelyOwned`. Call it in the transaction that removes the user, before the row goes. */
export async function removeSolelyOwned(tx: Transaction, context: RequestContext, removal: UserRemoval): Promise<void> {
  for (const remove of context.extensions.solelyOwned) await remove(tx, removal, context);
}
