/** What goes with a second factor. */

import type { Transaction } from "@latchkey/core/database";
import { removeTokens } from "@latchkey/core/plugin";
import { removeOtherCodes } from "../backup-codes/store.ts";
import { challengeToken } from "../challenge/token.ts";
import { sentCodeToken } from "../sent-codes/code.ts";
import { twoFactorTable } from "../tables.ts";
import { trustToken } from "../trusted-devices/trust.ts";

/** Removes factors, backup codes, trusted browsers and sign-ins that are half done. The user's row stays as it is. */
export async function removeFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(twoFactorTable, { where: { id: userId } });
  await removeOtherCodes(tx, userId, null);
  await removeTokens(tx, [trustToken, challengeToken, sentCodeToken], { userId });
}
