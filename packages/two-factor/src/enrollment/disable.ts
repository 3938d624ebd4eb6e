/** The endpoint `/two-factor/disable`. */

import {
  type ActiveSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  forgetPendingSignIn,
  httpErrors,
  notifyUser,
  type RequestContext,
  recordAudit,
  requireSession,
  rotateSession,
  syncSessionCookies,
  updateUser,
  withUser,
} from "@latchkey/core/plugin";
import { twoFactorProof } from "../challenge/proofs.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { changedOutput } from "../outputs.ts";
import { reauthErrors, reauthenticate, reauthInput, tokenForBearer } from "../reauthenticate.ts";
import { clearTrustCookie } from "../trusted-devices/trust.ts";
import { removeFactors } from "./remove.ts";

/** Removes factors, backup codes, trusted devices, and unfinished sign-ins. The session gets a new token. */
export const disable: EndpointOf<TwoFactorCalls["disableTwoFactor"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/disable",
  summary: "Turn off two-factor authentication",
  isSensitive: true,
  changes: ["session", "trustedDevices"],
  input: reauthInput,
  output: changedOutput,
  guards: [requireSession, denyImpersonation],
  errors: reauthErrors,
  queryBudget: 7,
  rateLimit: { window: 10, max: 3 },
  async handle({ password }, context) {
    const { session, user } = context;
    const active = { session, user };
    await reauthenticate(context, active, password);
    const rotated = await disableInTransaction(context, active);
    syncSessionCookies(context, rotated.active, rotated.token);
    clearTrustCookie(context);
    forgetPendingSignIn(context);
    return { status: true, ...tokenForBearer(context, rotated.token) };
  },
});

function disableInTransaction(context: RequestContext, active: ActiveSession) {
  const { user } = active;
  return context.db.transaction(async (tx) => {
    // Lock the user's row first. Enrollments also lock it, so an enrollment is either removed completely or starts
    // after this.
    const disabled = await updateUser(tx, context, user, { twoFactorEnabled: false }, { newEpoch: true });
    if (!disabled) return fail(httpErrors, "UNAUTHORIZED");
    await removeFactors(tx, user.id);
    const rotated = await rotateSession(tx, context, active, [], twoFactorProof);
    await recordAudit(tx, context, { action: "two-factor.disable", actorId: user.id, userId: user.id });
    await notifyUser(tx, context, user.id, "two-factor-disabled");
    return { ...rotated, active: withUser(rotated.active, disabled) };
  });
}
