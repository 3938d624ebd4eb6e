/** Resets 2FA for a user who lost their factors. The app or an admin must verify the user's identity first. */

import type { Transaction } from "@latchkey/core/database";
import {
  checkRecentProof,
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  lockUserForAdmin,
  notifyUser,
  type RequestContext,
  recordAudit,
  requireAdmin,
  revokeSessionsAndSignIns,
  sessionErrors,
  type UserRow,
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
    await context.db.transaction(async (tx) => reset(tx, context, await tx.lock(userTable, userId), null));
    return { status: true };
  },
});

const adminRule = {
  permissions: { user: ["reset-two-factor"] },
  code: "YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR",
  error: twoFactorErrors.YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR,
} as const;

/**
 * Resets another user's 2FA, for an admin. For the admin's own account, it requires a recent proof, like turning 2FA
 * off. Otherwise, a stolen session would be enough.
 */
export const resetUserTwoFactor: EndpointOf<TwoFactorCalls["resetUserTwoFactor"]> = defineEndpoint({
  method: "POST",
  path: "/admin/reset-user-two-factor",
  summary: "Reset a user's two-factor authentication",
  input: input.object({ userId: input.id }),
  output: statusResponse,
  guards: requireAdmin(adminRule),
  errors: {
    SESSION_NOT_FRESH: sessionErrors.SESSION_NOT_FRESH,
    USER_NOT_FOUND: twoFactorErrors.USER_NOT_FOUND,
    TWO_FACTOR_NOT_ENABLED: twoFactorErrors.TWO_FACTOR_NOT_ENABLED,
  },
  queryBudget: 14,
  async handle({ userId }, context) {
    const { session, user } = context;
    const active = { session, user };
    if (userId === user.id) await checkRecentProof(context, active);
    await context.db.transaction(async (tx) => {
      const target = await lockUserForAdmin(tx, context, adminRule, userId);
      await reset(tx, context, target ?? fail(twoFactorErrors, "USER_NOT_FOUND"), user.id);
    });
    return { status: true };
  },
});

async function reset(
  tx: Transaction,
  context: RequestContext,
  row: UserRow | null,
  actorId: string | null,
): Promise<void> {
  const user = row as UserWithTwoFactor | null;
  if (!user?.twoFactorEnabled) fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
  await removeFactors(tx, user.id);
  await updateUser(tx, context, user, { twoFactorEnabled: false }, { newEpoch: true });
  await revokeSessionsAndSignIns(context, user.id, { db: tx, actorId });
  await recordAudit(tx, context, { action: "two-factor.reset", actorId, userId: user.id });
  await notifyUser(tx, context, user.id, "two-factor-disabled");
}
