/** Resets 2FA for a user who lost their factors. Server only. The app must verify the user's identity first. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  notifyUser,
  recordAudit,
  revokeSessionsAndSignIns,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import type { UserWithTwoFactor } from "../tables.ts";
import { removeFactors } from "./remove.ts";

/**
 * Removes factors, backup codes, and trusted devices, ends every session, and notifies the user, because signing in no
 * longer needs a second factor.
 */
export const resetTwoFactor: EndpointOf<TwoFactorCalls["resetTwoFactor"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/reset",
  serverOnly: true,
  input: input.object({ userId: input.id }),
  output: statusResponse,
  errors: { TWO_FACTOR_NOT_ENABLED: twoFactorErrors.TWO_FACTOR_NOT_ENABLED },
  queryBudget: 12,
  async handle({ userId }, context) {
    await context.db.transaction(async (tx) => {
      const user = (await tx.lock(userTable, userId)) as UserWithTwoFactor | null;
      if (!user?.twoFactorEnabled) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
      await removeFactors(tx, userId);
      await updateUser(tx, context, user, { twoFactorEnabled: false }, { newEpoch: true });
      await revokeSessionsAndSignIns(context, userId, { db: tx, actorId: null });
      await recordAudit(tx, context, { action: "two-factor.reset", userId });
      await notifyUser(tx, context, userId, "two-factor-disabled");
    });
    return { status: true };
  },
});
