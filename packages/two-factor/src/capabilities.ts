/** What the plugin tells the UI about the app and the caller's account. */

import type { CapabilitiesPart, RequestContext } from "@latchkey/core/plugin";
import { backupCodeLength, countBackupCodes } from "./backup-codes/store.ts";
import { methodsOf } from "./challenge/gate.ts";
import type { TwoFactorAccountState, TwoFactorCapabilities } from "./contract.ts";
import type { TwoFactorSettings } from "./options.ts";
import { twoFactorTable, type UserWithTwoFactor } from "./tables.ts";

/** Returns the plugin's part of `GET /capabilities`. */
export function describeTwoFactor(
  { totp, otp, trustDeviceMaxAge }: TwoFactorSettings,
  isCallable: (id: string) => boolean,
): CapabilitiesPart {
  const { digits, expiresIn, fallback } = otp;
  const sendsCodes = otp.send !== null && isCallable("sendTwoFactorOTP") && isCallable("verifyTwoFactorOTP");
  const plugin: TwoFactorCapabilities = {
    totp: totp.enabled && isCallable("verifyTOTP") ? { digits: totp.digits, period: totp.period } : null,
    otp: sendsCodes ? { digits, expiresIn, fallback } : null,
    trustFor: trustDeviceMaxAge,
    backupCode: { length: backupCodeLength },
  };
  return { plugin };
}

/**
 * Returns the plugin's part of `GET /account-state`. Sends at most two queries for users with 2FA, and none for others.
 */
export async function describeFactors(
  { db }: RequestContext,
  settings: TwoFactorSettings,
  { id, twoFactorEnabled }: UserWithTwoFactor,
): Promise<TwoFactorAccountState> {
  const row = twoFactorEnabled ? await db.findOne(twoFactorTable, { where: { id } }) : null;
  if (!row) return { twoFactor: null };
  return { twoFactor: { methods: methodsOf(settings, row), backupCodes: await countBackupCodes(db, row) } };
}
