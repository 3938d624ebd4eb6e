/** Deletes everything that belongs to a user's 2FA. */

import type { Transaction } from "@latchkey/core/database";
import { pendingSignInToken, revokeTokensOfKind } from "@latchkey/core/plugin";
import { removeOtherCodes } from "../backup-codes/store.ts";
import { otpToken } from "../otp/token.ts";
import { twoFactorTable } from "../tables.ts";
import { trustToken } from "../trusted-devices/trust.ts";

/** Removes factors, backup codes, trusted devices, and unfinished sign-ins. Doesn't change the user's row. */
export async function removeFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.remove(twoFactorTable, { where: { id: userId } });
  await removeOtherCodes(tx, userId, null);
  await revokeTokensOfKind(tx, [trustToken, pendingSignInToken, otpToken], { userId });
}
