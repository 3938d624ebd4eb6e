/** The second factor, put together. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { generateBackupCodes, verifyBackupCode, viewBackupCodes } from "./backup-codes/endpoints.ts";
import { twoFactorGate } from "./challenge/gate.ts";
import { challengeToken } from "./challenge/token.ts";
import type { TwoFactorTypes } from "./contract.ts";
import { disable } from "./enrolment/disable.ts";
import { enable } from "./enrolment/enable.ts";
import { resetTwoFactor } from "./enrolment/reset.ts";
import { twoFactorErrors } from "./errors.ts";
import { lockedDeliverer, lockedKind } from "./lock-notice.ts";
import { resolveTwoFactor, type TwoFactorOptions } from "./options.ts";
import { challengeOutput } from "./outputs.ts";
import { markProvenFactors, removeForeignFactors } from "./recovery.ts";
import { sentCodeToken } from "./sent-codes/code.ts";
import { sendOtp, verifyOtp } from "./sent-codes/endpoints.ts";
import { sentCodeDeliverer, sentCodeKind } from "./sent-codes/mail.ts";
import { backupCodeTable, twoFactorColumns, twoFactorTable } from "./tables.ts";
import { generateTotp, getTotpURI, verifyTotp } from "./totp/endpoints.ts";
import { listTrustedDevices, revokeTrustedDevice, revokeTrustedDevices } from "./trusted-devices/endpoints.ts";
import { trustToken } from "./trusted-devices/trust.ts";

/** The plugin, as `twoFactor` makes it. */
export interface TwoFactorPlugin extends Plugin<TwoFactorTypes> {
  readonly id: "two-factor";
}

/**
 * A second factor at every way of signing in: authenticator apps, codes that are sent, backup codes; browsers that are
 * trusted for a while.
 *
 * @throws {Error} an option that makes no sense
 */
export function twoFactor(options: TwoFactorOptions = {}): TwoFactorPlugin {
  const settings = resolveTwoFactor(options);
  return definePlugin<TwoFactorPlugin>({
    id: "two-factor",
    tables: [twoFactorColumns, twoFactorTable, backupCodeTable],
    endpoints: {
      enableTwoFactor: enable(settings),
      disableTwoFactor: disable,
      resetTwoFactor,
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
    gates: [twoFactorGate(settings)],
    challenge: challengeOutput,
    onReclaim: removeForeignFactors,
    onMailboxVerified: markProvenFactors,
    tokens: [challengeToken, sentCodeToken, trustToken],
    outbox: { [sentCodeKind]: sentCodeDeliverer(settings), [lockedKind]: lockedDeliverer(settings) },
  });
}
