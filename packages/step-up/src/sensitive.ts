/** Requires a recent proof, and the second factor of users who have one, for calls that change how they sign in. */

import {
  type ActiveSession,
  checkRecentProof,
  type EndpointHook,
  isGuest,
  type RequestContext,
  readSession,
  revokeSessions,
} from "@latchkey/core/plugin";
import { stepUpErrors } from "./errors.ts";
import type { StepUpSettings } from "./options.ts";
import { checkSecondFactor } from "./recovery.ts";

/**
 * Ends the user's other sessions after a second factor is removed, because they could still count as proven with it.
 */
export const removedFactorHook: EndpointHook = {
  on: ["disableTwoFactor"],
  async after(_, context) {
    const active = await readSession(context);
    if (active) await revokeSessions(context, active.user.id, { except: active.session.id });
  },
};

type Input = Readonly<Record<string, unknown>>;

/** Runs before every call that's declared as sensitive. Sends one query, plus those of plugins with factors. */
export function sensitiveHook(settings: StepUpSettings): EndpointHook {
  return {
    on: ({ isSensitive }) => isSensitive !== undefined && isSensitive !== false,
    isFirst: true,
    errors: stepUpErrors,
    async before(raw, context) {
      const input = (raw ?? {}) as Input;
      const { isSensitive } = context.endpoint;
      if (typeof isSensitive === "function" && !isSensitive(input)) return;
      const active = await readSession(context);
      // A sign-up with a passkey has no session, and guests have nothing to prove.
      if (!active || isGuest(context, active.user)) return;
      await checkSensitive(context, active, input, settings);
    },
  };
}

async function checkSensitive(
  context: RequestContext,
  active: ActiveSession,
  input: Input,
  settings: StepUpSettings,
): Promise<void> {
  await checkSecondFactor(context, active, settings);
  // The handler verifies these itself.
  const isConfirmed = [input.password, input.currentPassword, input.token].some((value) => typeof value === "string");
  if (!isConfirmed) await checkRecentProof(context, active);
}
