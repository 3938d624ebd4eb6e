/** `/two-factor/disable`: everything of the second factor goes. */

import {
  type ActiveSession,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  type RequestContext,
  recordAudit,
  requireInPerson,
  requireSession,
  rotateSession,
  showSession,
  tellOwner,
  updateUser,
  withUser,
} from "@latchkey/core/plugin";
import { clearChallenge } from "../asker.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { changedOutput } from "../outputs.ts";
import { ownerErrors, ownerInput, proveOwner, tokenForBearer } from "../owner.ts";
import { clearTrust } from "../trusted-devices/trust.ts";
import { removeFactors } from "./remove.ts";

/** Removes factors, backup codes, trusted devices and sign-ins that are half done. The session gets a new token. */
export const disable: EndpointOf<TwoFactorCalls["disableTwoFactor"]> = defineEndpoint({
  method: "POST",
  path: "/two-factor/disable",
  summary: "Remove the second factor",
  input: ownerInput,
  output: changedOutput,
  guards: [requireSession, requireInPerson],
  errors: ownerErrors,
  statements: 7,
  rateLimit: { window: 10, max: 3 },
  async handle({ password }, context) {
    const { session, user, joined } = context;
    const active = { session, user, joined };
    await proveOwner(context, active, password);
    const rotated = await remove(context, active);
    showSession(context, rotated.active, rotated.token);
    clearTrust(context);
    clearChallenge(context);
    return { status: true, ...tokenForBearer(context, rotated.token) };
  },
});

function remove(context: RequestContext, active: ActiveSession) {
  const { user } = active;
  return context.db.transaction(async (tx) => {
    await removeFactors(tx, user.id);
    const disabled = await updateUser(tx, context, user, { twoFactorEnabled: false }, { newEpoch: true });
    if (!disabled) return fail(httpErrors, "UNAUTHORIZED");
    const rotated = await rotateSession(tx, context, active);
    await recordAudit(tx, context, { action: "two-factor.disable", actorId: user.id, userId: user.id });
    await tellOwner(tx, context, user.id, "two-factor-disabled");
    return { ...rotated, active: withUser(rotated.active, disabled) };
  });
}
