/** Assembles the step-up plugin. */

import type { Plugin } from "@latchkey/core";
import { checkAssurance, definePlugin, emailChangeRequirement } from "@latchkey/core/plugin";
import { assurance, requireAssurance } from "./assurance.ts";
import { stepUpAuditActions } from "./audit-actions.ts";
import type { StepUpCapabilities, StepUpTypes } from "./contract.ts";
import { forgetKnownDevice, listKnownDevices } from "./devices/endpoints.ts";
import { knownDeviceToken, noticeSignIn } from "./devices/known.ts";
import { createNewSignInHandler, newSignInMailKind, notMeToken } from "./devices/mail.ts";
import { notMe, notMePage, reportSignIn } from "./devices/not-me.ts";
import { stepUpErrors } from "./errors.ts";
import { resolveStepUp, type StepUpOptions } from "./options.ts";
import { blockedUntil, checkSecondFactor, linkHook, noteRecovery } from "./recovery.ts";
import { removedFactorHook, sensitiveHook } from "./sensitive.ts";
import { stepUpColumns } from "./tables.ts";

/** The plugin that `stepUp` returns. */
export interface StepUpPlugin extends Plugin<StepUpTypes> {
  readonly id: "step-up";
}

/**
 * Requires a second factor, from users who have one, before calls that change how they sign in. Remembers the browsers
 * where a user signs in, and emails the user about new ones.
 *
 * @throws {Error} if an option is invalid
 */
export function stepUp(options: StepUpOptions = {}): StepUpPlugin {
  const settings = resolveStepUp(options);
  const newSignInMails = settings.sendNewSignIn !== null;
  return definePlugin<StepUpPlugin>({
    id: "step-up",
    tables: [stepUpColumns],
    provides: {
      emailChangeProof: {
        async require(context, active) {
          await checkAssurance(context, active, emailChangeRequirement);
        },
      },
    },
    endpoints: {
      assurance,
      requireAssurance,
      listKnownDevices,
      forgetKnownDevice,
      notMePage,
      notMe: notMe(settings),
      reportSignIn: reportSignIn(settings),
    },
    errors: stepUpErrors,
    auditActions: stepUpAuditActions,
    hooks: [sensitiveHook(settings), removedFactorHook, linkHook],
    onSessionCreated: (tx, created, context) => noticeSignIn(tx, created, context, newSignInMails),
    // Linking isn't declared as sensitive, because returning with an account that's already linked needs no proof.
    checkAccountLink: (context, active) => checkSecondFactor(context, active, settings),
    onReclaim: (tx, recovery, context) => noteRecovery(tx, recovery, context, settings),
    capabilities: () => ({ plugin: { newSignInMails } satisfies StepUpCapabilities }),
    accountState: async (context) => ({ recoveryCooldownUntil: await blockedUntil(context, settings) }),
    tokens: [knownDeviceToken, notMeToken],
    outbox: { [newSignInMailKind]: createNewSignInHandler(settings) },
  });
}
