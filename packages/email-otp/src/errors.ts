/** The errors of the email code plugin. */

import { oneTimeCodeErrors } from "@latchkey/core/plugin";

const own = {
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVALID_OTP_TYPE: { status: 400, message: "Invalid OTP type" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  EMAIL_IS_THE_SAME: { status: 400, message: "Email is the same" },
  EMAIL_ALREADY_IN_USE: { status: 400, message: "Email already in use" },
  CHANGE_EMAIL_DISABLED: { status: 400, message: "Change email is disabled" },
} as const;

/** The plugin's error catalog. */
export const emailOtpErrors: typeof own & typeof oneTimeCodeErrors = { ...own, ...oneTimeCodeErrors };
