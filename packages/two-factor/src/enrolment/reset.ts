/** Taking the second factor from somebody who lost it. Only on the server: the app decides who may, and has asked who it is. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  recordAudit,
  revokeEverySession,
  tellOwner,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import type { UserWithTwoFactor } from "../tables.ts";
import { removeFactors } from "./remove.ts";

/**
 * Removes factors, backup codes and trusted browsers, ends every session and tells the owner: who gets in now needs the
 * first factor alone.
 */
export const resetTwoFactor: EndpointOf<TwoFactorCalls["resetTwoFactor"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/reset",
  serverOnly: true,
  input: input.object({ userId: input.id }),
  output: statusAnswer,
  errors: { TWO_FACTOR_NOT_ENABLED: twoFactorErrors.TWO_FACTOR_NOT_ENABLED },
  statements: 12,
  async handle({ userId }, context) {
    await context.db.transaction(async (tx) => {
      const user = (await tx.lock(userTable, userId)) as UserWithTwoFactor | null;
      if (!user?.twoFactorEnabled) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
      await removeFactors(tx, userId);
      await updateUser(tx, context, user, { twoFactorEnabled: false }, { newEpoch: true });
      await revokeEverySession(context, userId, { db: tx, actorId: null });
      await recordAudit(tx, context, { action: "two-factor.reset", userId });
      await tellOwner(tx, context, userId, "two-factor-disabled");
    });
    return { status: true };
  },
});
