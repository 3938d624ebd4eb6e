/** The client plugin, `@latchkey/email-otp/client`. It only adds types. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { EmailOtpTypes } from "./contract.ts";

/** Adds `signIn.emailOtp` and `emailOtp` to a client that has no `typeof auth`. */
export function emailOTPClient(): ClientPlugin<EmailOtpTypes> {
  return { id: "email-otp" };
}
