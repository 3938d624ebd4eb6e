/** What the plugin tells screens. */

import type { CapabilitiesPart } from "@latchkey/core/plugin";
import { backupCodeLength } from "./backup-codes/store.ts";
import type { TwoFactorCapabilities } from "./contract.ts";
import type { TwoFactorSettings } from "./options.ts";

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
