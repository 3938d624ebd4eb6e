/** Assembles the two-factor plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { twoFactorAuditActions } from "./audit-actions.ts";
import { generateBackupCodes, verifyBackupCode, viewBackupCodes } from "./backup-codes/endpoints.ts";
import { describeFactors, describeTwoFactor } from "./capabilities.ts";
import { pluginId, twoFactorGate } from "./challenge/gate.ts";
import { findSecondFactors, pendingTwoFactor } from "./challenge/pending.ts";
import { twoFactorProof } from "./challenge/proofs.ts";
import type { TwoFactorTypes } from "./contract.ts";
import { disable } from "./enrollment/disable.ts";
import { enable } from "./enrollment/enable.ts";
import { resetTwoFactor, resetUserTwoFactor } from "./enrollment/reset.ts";
import { twoFactorErrors } from "./errors.ts";
import { createLockoutMailHandler, lockoutMailKind } from "./lockout-mail.ts";
import { resolveTwoFactor, type TwoFactorOptions } from "./options.ts";
import { sendOtp, verifyOtp } from "./otp/endpoints.ts";
import { createOtpMailHandler, otpMailKind } from "./otp/mail.ts";
import { otpToken } from "./otp/token.ts";
import { challengeOutput } from "./outputs.ts";
import { markVerifiedFactors, removeUnverifiedFactors } from "./recovery.ts";
import { backupCodeTable, twoFactorColumns, twoFactorTable, type UserWithTwoFactor } from "./tables.ts";
import { generateTotp, getTotpURI, verifyTotp } from "./totp/endpoints.ts";
import { listTrustedDevices, revokeTrustedDevice, revokeTrustedDevices } from "./trusted-devices/endpoints.ts";
import { trustCookie, trustToken } from "./trusted-devices/trust.ts";

/** The plugin that `twoFactor` returns. */
export interface TwoFactorPlugin extends Plugin<TwoFactorTypes> {
  readonly id: "two-factor";
}

/**
 * Requires a second factor for every sign-in method. Supports authenticator apps, sent codes, backup codes, and trusted
 * devices.
 *
 * @throws {Error} if an option is invalid
 */
export function twoFactor(options: TwoFactorOptions = {}): TwoFactorPlugin {
  const settings = resolveTwoFactor(options);
  return definePlugin<TwoFactorPlugin>({
    id: pluginId,
    tables: [twoFactorColumns, twoFactorTable, backupCodeTable],
    endpoints: {
      enableTwoFactor: enable(settings),
      disableTwoFactor: disable,
      resetTwoFactor,
      resetUserTwoFactor,
      pendingTwoFactor,
      getTOTPURI: getTotpURI(settings),
      verifyTOTP: verifyTotp(settings),
      sendTwoFactorOTP: sendOtp(settings),
      verifyTwoFactorOTP: verifyOtp(settings),
      generateBackupCodes,
      verifyBackupCode: verifyBackupCode(settings),
      viewBackupCodes,
      generateTOTP: generateTotp(settings),
      listTrustedDevices,
      revokeTrustedDevice,
      revokeTrustedDevices,
    },
    errors: twoFactorErrors,
    auditActions: twoFactorAuditActions,
    gates: [twoFactorGate(settings)],
    challenge: challengeOutput,
    capabilities: (_, isCallable) => describeTwoFactor(settings, isCallable),
    accountState: (context, user) => describeFactors(context, settings, user as UserWithTwoFactor),
    secondFactorMethods: (db, user) => findSecondFactors(db, user, settings),
    enrolledFactors: (_, user) => ((user as UserWithTwoFactor).twoFactorEnabled ? [twoFactorProof] : []),
    onReclaim: removeUnverifiedFactors,
    onMailboxVerified: markVerifiedFactors,
    tokens: [otpToken, trustToken],
    cookies: [trustCookie],
    outbox: { [otpMailKind]: createOtpMailHandler(settings), [lockoutMailKind]: createLockoutMailHandler(settings) },
  });
}
