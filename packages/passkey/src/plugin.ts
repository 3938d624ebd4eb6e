/** Assembles the passkey plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type UserRow } from "@latchkey/core/plugin";
import { passkeyAuditActions } from "./audit-actions.ts";
import { authenticationOptions } from "./authentication/options.ts";
import { verifyPasskeyAuthentication } from "./authentication/verify.ts";
import { passkeyBackupCode } from "./backup-codes/codes.ts";
import { generatePasskeyBackupCodes } from "./backup-codes/generate.ts";
import { recoveryOptions, verifyPasskeyRecovery } from "./backup-codes/recover.ts";
import { describeOwnPasskeys, describePasskeys } from "./capabilities.ts";
import { usedChallenge } from "./challenge.ts";
import type { PasskeyTypes } from "./contract.ts";
import { passkeyErrors } from "./errors.ts";
import { deletePasskey } from "./manage/delete.ts";
import { listAcceptedPasskeys, listPasskeys } from "./manage/list.ts";
import { updatePasskey } from "./manage/update.ts";
import { type PasskeyOptions, resolvePasskey } from "./options.ts";
import { markVerifiedPasskey, removeUnverifiedPasskeys } from "./recovery.ts";
import { passkeyDecoy } from "./registration/decoys.ts";
import { registerOptions, signUpWithPasskeyOptions } from "./registration/options.ts";
import { hasPlaceholderEmail } from "./registration/sign-up.ts";
import { verifyPasskeyRegistration } from "./registration/verify.ts";
import { webauthnRelatedOrigins } from "./related-origins.ts";
import { checkRelyingParty } from "./relying-party.ts";
import { findPasskeyFactor, passkeyGate, pluginId } from "./second-factor.ts";
import { countPasskeys } from "./store.ts";
import { passkeyColumns, passkeyTable } from "./tables.ts";

/** The plugin that `passkey` returns. */
export interface PasskeyPlugin extends Plugin<PasskeyTypes> {
  readonly id: "passkey";
}

/**
 * Lets users sign in with passkeys, sign up with them, and use them as a second factor.
 *
 * @throws {Error} if an option is invalid
 */
export function passkey(options: PasskeyOptions = {}): PasskeyPlugin {
  const settings = resolvePasskey(options);
  return definePlugin<PasskeyPlugin>({
    id: pluginId,
    tables: [passkeyTable, passkeyColumns],
    endpoints: {
      generatePasskeyRegistrationOptions: registerOptions(settings),
      generatePasskeySignUpOptions: signUpWithPasskeyOptions(settings),
      verifyPasskeyRegistration: verifyPasskeyRegistration(settings),
      generatePasskeyAuthenticationOptions: authenticationOptions(settings),
      verifyPasskeyAuthentication: verifyPasskeyAuthentication(settings),
      generatePasskeyRecoveryOptions: recoveryOptions(settings),
      verifyPasskeyRecovery: verifyPasskeyRecovery(settings),
      generatePasskeyBackupCodes,
      listPasskeys,
      listAcceptedPasskeys: listAcceptedPasskeys(settings),
      updatePasskey,
      deletePasskey,
      webauthnRelatedOrigins: webauthnRelatedOrigins(settings),
    },
    errors: passkeyErrors,
    auditActions: passkeyAuditActions,
    gates: settings.secondFactor === "required" ? [passkeyGate] : [],
    tokens: [usedChallenge, passkeyDecoy, passkeyBackupCode],
    conflictErrors: { "passkey.credentialKey": "PREVIOUSLY_REGISTERED" },
    secondFactorMethods: (db, user) => findPasskeyFactor(db, user, settings),
    enrolledFactors: async ({ db }, user) => ((await countPasskeys(db, String(user.id))) > 0 ? [pluginId] : []),
    signInMethods: (tx, userId) => countPasskeys(tx, userId),
    allowsUnverifiedEmail: ({ user }) => hasPlaceholderEmail(user),
    capabilities: (_, isCallable) => describePasskeys(settings, isCallable),
    accountState: (context, user) => describeOwnPasskeys(context, user as UserRow),
    onReclaim: removeUnverifiedPasskeys,
    onMailboxVerified: markVerifiedPasskey,
    init(context) {
      checkRelyingParty(context, settings);
      if (settings.secondFactor !== "required") return;
      if (context.extensions.plugins.some(({ id }) => id === "two-factor")) return;
      throw new Error(
        'passkey.secondFactor is "required", which needs backup codes. Add twoFactor() from @latchkey/two-factor to plugins.',
      );
    },
  });
}
